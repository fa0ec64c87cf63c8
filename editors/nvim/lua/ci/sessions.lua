-- Agent sessions as text, in a window that follows them.
local M = {}

local buffer -- the window's, while it is shown
local places = {} -- line -> file and line that it is about

local function one_line(s)
  return vim.trim((tostring(s or ''):gsub('[%c%s]+', ' ')))
end

-- Lists of JSON may be null.
local function each(t)
  return ipairs(type(t) == 'table' and t or {})
end

--- The sessions of each root as lines; also where lines lead.
function M.lines(by_root)
  local lines, at = {}, {}
  local function add(depth, text, place)
    lines[#lines + 1] = ('  '):rep(depth) .. one_line(text)
    at[#lines] = place
  end
  local roots = vim.tbl_keys(by_root or {})
  table.sort(roots)
  local any = false
  for _, root in ipairs(roots) do
    local list = vim.tbl_values(by_root[root])
    table.sort(list, function(a, b)
      local ended_a, ended_b = a.phase == 'CLOSED', b.phase == 'CLOSED'
      if ended_a ~= ended_b then
        return ended_b
      end
      return (a.active_at or '') .. a.session_id > (b.active_at or '') .. b.session_id
    end)
    for _, s in ipairs(list) do
      any = true
      if s.damaged then
        add(0, s.session_id .. " can't be read: " .. s.damaged)
      else
        M._session(s, root, add)
      end
      lines[#lines + 1] = ''
    end
  end
  if not any then
    lines = { 'No agent has a session here.' }
  end
  return lines, at
end

function M._session(s, root, add)
  local function file(path, line)
    return { file = root .. '/' .. path, line = line }
  end
  add(0, ('%s: %s'):format(s.phase or '?', s.query or s.session_id))
  add(1, ('%s, %s, risk %s, %d calls, %d refused'):format(s.session_id, s.intent or '?', s.risk_level or '?', s.calls_made or 0, s.refusals or 0))
  if s.phase == 'CLOSED' then
    add(1, 'ended: ' .. (s.closed_because or ''))
  elseif s.next_step then
    add(1, 'next: ' .. s.next_step)
  end
  for _, m in each(s.missing) do
    add(1, ('missing: %s, %d of %d: %s'):format(m.requirement, m.have, m.need, m['do'] or ''))
  end
  local steps = {}
  for _, step in each(type(s.plan) == 'table' and s.plan.steps) do
    steps[#steps + 1] = step
  end
  if #steps > 0 then
    add(1, 'plan: ' .. table.concat(steps, ', '))
  end
  for _, f in each(s.query_frame) do
    add(1, ('evidence: %s = %s (%s)'):format(f.slot, f.value, f.source or '?'))
  end
  for _, path in each(s.explored_files) do
    add(1, 'explored: ' .. path, file(path))
  end
  for _, m in each(s.mapped_symbols) do
    add(1, ('symbol: %s%s'):format(m.name, m.file and (' %s:%d'):format(m.file, m.line or 1) or ''), m.file and file(m.file, m.line))
  end
  for _, r in each(s.refused) do
    add(1, ('refused: %s: %s'):format(r.tool, r.reason or r.code or ''))
  end
  for _, v in each(s.violations) do
    add(1, ('changed without leave: %s: %s'):format(v.tool, table.concat(v.files or {}, ', ')), v.files and v.files[1] and file(v.files[1]))
  end
  for _, c in each(s.calls) do
    add(1, ('call: #%d %s: %s'):format(c.call, c.tool, c.failed and 'failed' or c.summary or ''))
  end
  for _, o in each(s.outcomes) do
    add(1, ('outcome: %s: %s'):format(o.outcome, o.analysis or ''))
  end
end

--- Writes the sessions into the window, if there is one.
function M.draw(by_root)
  if not buffer or not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  local lines
  lines, places = M.lines(by_root)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
end

-- Opens the file that the line under the cursor is about, in the window before.
local function follow()
  local place = places[vim.fn.line('.')]
  if place then
    vim.cmd('wincmd p')
    vim.cmd('edit ' .. vim.fn.fnameescape(place.file))
    if place.line then
      vim.api.nvim_win_set_cursor(0, { math.min(place.line, vim.fn.line('$')), 0 })
    end
  end
end

--- Shows the sessions in a window.
function M.open(by_root)
  if not buffer or not vim.api.nvim_buf_is_valid(buffer) then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, 'ci://sessions')
    vim.bo[buffer].bufhidden, vim.bo[buffer].filetype = 'wipe', 'ci-sessions'
    vim.keymap.set('n', '<CR>', follow, { buffer = buffer, desc = 'Open the file of this line' })
    vim.keymap.set('n', 'q', '<cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  end
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('botright split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.wo.wrap, vim.wo.number = false, false
  end
  M.draw(by_root)
end

return M
