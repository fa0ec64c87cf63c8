-- Neovim 0.7 and later with the plugin of ci, in the shop: what a person sees who
-- presses keys.
--
--   PLUGIN   the folder of the plugin
--   COMMAND  what starts the server, a JSON list
--   SHOP     the file with the questions
--   BESIDE   other servers, a JSON map of names to { cmd, filetypes }: then ci becomes the
--            companion of each by itself, and nothing may be there twice
--
-- A line a check: "ok" or "FAIL", a tab, what was checked, a tab, details.
local function read(file)
  return table.concat(vim.fn.readfile(file), '\n')
end
local json = vim.json and vim.json.decode or vim.fn.json_decode
local shop = json(read(os.getenv('SHOP')))
local command = json(os.getenv('COMMAND'))
local beside = os.getenv('BESIDE') and json(os.getenv('BESIDE')) or {}
local alone = next(beside) == nil
local failed = 0

local function check(name, ok, detail)
  failed = failed + (ok and 0 or 1)
  local text = ok and '' or (type(detail) == 'string' and detail or vim.inspect(detail)):gsub('%s+', ' '):sub(1, 600)
  -- Messages of the editor have no end of line.
  io.stdout:write(('\n%s\t%s\t%s\n'):format(ok and 'ok' or 'FAIL', name, text))
  io.stdout:flush()
end

local function wait(what, ms)
  return vim.wait(ms or 20000, what, 10)
end

local function has(version)
  return vim.fn.has('nvim-' .. version) == 1
end

vim.cmd('set runtimepath+=' .. vim.fn.fnameescape(os.getenv('PLUGIN')))
vim.cmd('runtime plugin/ci.lua')
vim.cmd('filetype on')
vim.cmd('set hidden noswapfile')
vim.cmd('cd ' .. vim.fn.fnameescape(shop.root))
if vim.filetype and vim.filetype.add then
  vim.filetype.add({ pattern = { ['.*%.blade%.php'] = 'blade' } })
end
local ci = require('ci')
ci.setup({ cmd = command })

local get_clients = vim.lsp.get_clients or vim.lsp.get_active_clients
local function client(name, buf)
  for _, c in pairs(get_clients()) do
    if c.name == name and (not buf or vim.lsp.buf_is_attached(buf, c.id)) then
      return c
    end
  end
end

for name, server in pairs(beside) do
  vim.api.nvim_create_autocmd('FileType', {
    pattern = server.filetypes,
    callback = function(args) vim.lsp.start({ name = name, cmd = server.cmd, root_dir = shop.root }, { bufnr = args.buf }) end,
  })
end

-- Asks one server; the result, or nil and the error.
local function ask(c, buf, method, params)
  local answers, why = vim.lsp.buf_request_sync(buf, method, params, 30000)
  local answer = answers and answers[c.id]
  if not answer then
    return nil, why or 'no answer'
  end
  return answer.result, answer.err or answer.error
end

local function open(place)
  if vim.fn.resolve(vim.api.nvim_buf_get_name(0)) ~= vim.fn.resolve(place.file) then
    vim.cmd('edit ' .. vim.fn.fnameescape(place.file))
  end
  vim.api.nvim_win_set_cursor(0, { place.line + 1, place.byte })
  return vim.api.nvim_get_current_buf()
end

local function cursor()
  local at = vim.api.nvim_win_get_cursor(0)
  return ('%s:%d:%d'):format(vim.fn.resolve(vim.api.nvim_buf_get_name(0)), at[1] - 1, at[2])
end

local function spot(place)
  return ('%s:%d:%d'):format(vim.fn.resolve(place.file), place.line, place.byte)
end

-- The entries of a quickfix or location list, in order.
local function entries(list)
  local out = {}
  for _, e in ipairs(list) do
    out[#out + 1] = ('%s:%d:%d'):format(vim.fn.resolve(vim.api.nvim_buf_get_name(e.bufnr)), e.lnum - 1, e.col - 1)
  end
  table.sort(out)
  return out
end

local function spots(places)
  local out = vim.tbl_map(spot, places)
  table.sort(out)
  return out
end

-- What a command of the editor puts into the quickfix list.
local function quickfix(run)
  vim.fn.setqflist({}, 'f')
  run()
  wait(function() return #vim.fn.getqflist() > 0 end)
  local list = entries(vim.fn.getqflist())
  vim.cmd('cclose')
  return list
end

-- A floating window with a text in it, and the text.
local function float()
  for _, w in ipairs(vim.api.nvim_list_wins()) do
    local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false), '\n')
    if vim.api.nvim_win_get_config(w).relative ~= '' and vim.trim(text) ~= '' then
      return w, text
    end
  end
end

-- The text of the hover window.
local function hover()
  vim.lsp.buf.hover()
  wait(function() return float() ~= nil end, 5000)
  local w, text = float()
  if w then
    vim.api.nvim_win_close(w, true)
  end
  return text or ''
end

-- Go to definition: where the cursor is afterwards.
local function definition(from, want)
  vim.lsp.buf.definition()
  wait(function() return cursor() ~= from and cursor() == want end, 10000)
  return cursor()
end

local function names(symbols)
  local out = {}
  for _, s in ipairs(symbols or {}) do
    out[#out + 1] = s.name
    vim.list_extend(out, names(s.children))
  end
  return out
end

local function primary()
  for _, q in ipairs(shop.questions) do
    local function name(what) return q.language .. ': ' .. what end
    local buf = open(q.use)
    local attached = wait(function() return client('ci', buf) ~= nil and (not has('0.8') or client('ci', buf).initialized ~= false) end)
    check(name('attached'), attached, vim.bo[buf].filetype)
    if not attached then
      return
    end
    local c = client('ci', buf)
    -- The first answer waits for the index.
    ask(c, buf, 'textDocument/hover', vim.lsp.util.make_position_params(0, c.offset_encoding))

    local to = definition(spot(q.use), spot(q.def))
    check(name('definition'), to == spot(q.def), to)
    open(q.use)
    local list = quickfix(vim.lsp.buf.references)
    check(name('references'), vim.deep_equal(list, spots(q.all)), list)
    open(q.use)
    local text = hover()
    check(name('hover'), text:find(q.hover, 1, true) ~= nil, text)
    local params = vim.lsp.util.make_position_params(0, c.offset_encoding)
    local result, err = ask(c, buf, 'textDocument/documentSymbol', { textDocument = params.textDocument })
    check(name('document symbols'), not err and (q.symbol == '' or vim.tbl_contains(names(result), q.symbol)), err or names(result))
    result, err = ask(c, buf, 'workspace/symbol', { query = q.def.name })
    check(name('workspace symbols'), vim.tbl_contains(names(result), q.def.name), err or result)
    result, err = ask(c, buf, 'textDocument/documentHighlight', params)
    local here = vim.tbl_filter(function(p) return p.file == q.use.file end, q.all)
    check(name('highlights'), type(result) == 'table' and #result == #here, err or result)
    if q.caller ~= '' then
      result, err = ask(c, buf, 'textDocument/prepareCallHierarchy', params)
      local calls, err2 = nil, nil
      if result and result[1] then
        calls, err2 = ask(c, buf, 'callHierarchy/incomingCalls', { item = result[1] })
      end
      local callers = vim.tbl_map(function(x) return x.from.name end, calls or {})
      check(name('incoming calls'), vim.tbl_contains(callers, q.caller), err or err2 or callers)
    end

    -- What is not saved counts.
    open(q.use)
    local moved
    if q.comment ~= '' then
      vim.api.nvim_buf_set_lines(buf, 0, 0, false, { q.comment })
      moved = { file = q.use.file, line = q.use.line + 1, byte = q.use.byte }
    else
      local line = vim.api.nvim_buf_get_lines(buf, q.use.line, q.use.line + 1, false)[1]
      vim.api.nvim_buf_set_lines(buf, q.use.line, q.use.line + 1, false, { '      ' .. line })
      moved = { file = q.use.file, line = q.use.line, byte = q.use.byte + 6 }
    end
    open(moved)
    to = definition(spot(moved), spot(q.def))
    check(name('definition after an edit that is not saved'), to == spot(q.def), to)
    open(moved)
    vim.cmd('edit!')
    wait(function() return client('ci', buf) ~= nil end)
    open(q.use)
    to = definition(spot(q.use), spot(q.def))
    check(name('definition after the edit is undone'), to == spot(q.def), to)

    open(q.use)
    vim.lsp.buf.rename(q.rename)
    local function renamed()
      for _, p in ipairs(q.all) do
        local b = vim.fn.bufnr(p.file)
        local lines = b > 0 and vim.api.nvim_buf_get_lines(b, p.line, p.line + 1, false) or {}
        if not (lines[1] or ''):find(q.rename, 1, true) then
          return false
        end
      end
      return true
    end
    check(name('rename'), wait(renamed, 10000), 'not everywhere')
    for _, p in ipairs(q.all) do
      vim.cmd('edit ' .. vim.fn.fnameescape(p.file))
      vim.cmd('edit!')
    end
  end
end

-- The mode of ci follows the other servers of a buffer.
local function switching()
  local q = shop.questions[1]
  local buf = open(q.use)
  local function count()
    local c = client('ci', buf)
    local params = vim.lsp.util.make_position_params(0, c.offset_encoding)
    params.context = { includeDeclaration = true }
    local result, err = ask(c, buf, 'textDocument/references', params)
    return err and vim.inspect(err) or #(result or {})
  end
  local function says(text)
    return wait(function() return vim.tbl_contains(ci.modes(), text) end)
  end
  check('alone, ci answers fully and says so', says(q.language .. ': full: no other server') and count() == #q.all, { ci.modes(), count() })
  -- Any client that answers definitions counts as another server; this one runs ci, too.
  local config = { name = 'other', cmd = { command[1], 'lsp', '--no-daemon' }, root_dir = shop.root }
  local id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buf, id)
  check('beside another server ci adds to it', says(q.language .. ': adds to other') and count() == 0, { ci.modes(), count() })
  local rest = vim.tbl_filter(function(l) return l:find('adds to', 1, true) ~= nil end, ci.modes())
  check('other languages stay as they are', #rest == 1, rest)
  vim.cmd('checkhealth ci')
  local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  check(':checkhealth ci says the modes', health:find(q.language .. ': adds to other', 1, true) and health:find('vue: full: no other server', 1, true), health)
  vim.cmd('bwipeout!')
  open(q.use)
  vim.lsp.stop_client(id)
  check('once that is gone ci answers fully again', says(q.language .. ': full: no other server') and count() == #q.all, { ci.modes(), count() })
  -- A client that only detaches from the buffer no longer counts either.
  id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buf, id)
  check('beside another server once more', says(q.language .. ': adds to other') and count() == 0, { ci.modes(), count() })
  vim.lsp.buf_detach_client(buf, id)
  check('and when it is detached', says(q.language .. ': full: no other server') and count() == #q.all, { ci.modes(), count() })
  vim.lsp.stop_client(id)
end

-- The commands of the plugin.
local function commands()
  local q = shop.questions[1]
  open(q.use)
  check('statusline', wait(function() return ci.statusline() == 'ci' end), ci.statusline())
  check(':CiStatus', #ci.describe() == 1 and ci.describe()[1]:find('ready', 1, true) ~= nil, ci.describe())
  vim.cmd('CiStatus')
  local list = quickfix(function() vim.cmd('CiSearch adds up amounts') end)
  check(':CiSearch', #list > 0 and table.concat(list, ' '):find('money', 1, true) ~= nil, list)
  open(q.use)
  vim.cmd('CiSessions')
  local shown = function() return vim.bo.filetype == 'ci-sessions' and table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') or '' end
  wait(function() return shown():find('round half up', 1, true) ~= nil end)
  check(':CiSessions', shown():find('EXPLORATION', 1, true) and shown():find('refused: check_write_target', 1, true), shown())
  -- Another agent comes while one looks.
  vim.fn.system({ command[1], 'mcp', '--no-daemon' }, shop.agent)
  check('sessions are followed live', wait(function() return shown():find('Rename the badge', 1, true) ~= nil end), shown())
  vim.cmd('close')
  open(q.use)
  vim.cmd('CiReindex')
  check('definition after :CiReindex', definition(spot(q.use), spot(q.def)) == spot(q.def), cursor())
  vim.cmd('checkhealth ci')
  local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  check(':checkhealth ci', health:find('ready', 1, true) and not health:find('ERROR', 1, true), health)
  vim.cmd('bwipeout!')
  vim.cmd('helptags ' .. vim.fn.fnameescape(os.getenv('PLUGIN') .. '/doc'))
  vim.cmd('help :CiSearch')
  check(':help', vim.fn.expand('%:t') == 'ci.txt', vim.fn.expand('%'))
  vim.fn.delete(os.getenv('PLUGIN') .. '/doc/tags')
  vim.cmd('close')
end

-- Each server's own answers, as texts.
local function by_server(buf, method, params, text)
  local out = {}
  for id, answer in pairs(vim.lsp.buf_request_sync(buf, method, params, 30000) or {}) do
    local result = answer.result
    if type(result) == 'table' then
      local list = vim.tbl_islist(result) and result or { result }
      out[vim.lsp.get_client_by_id(id).name] = vim.tbl_map(text, list)
    end
  end
  return out
end

local function location(l)
  local r = l.targetSelectionRange or l.range
  return ('%s:%d:%d'):format(l.targetUri or l.uri, r.start.line, r.start.character)
end

-- Beside dedicated servers nothing is there twice.
local function companion()
  for _, q in ipairs(shop.questions) do
    local other
    for name, server in pairs(beside) do
      if vim.tbl_contains(server.filetypes, q.language) then
        other = name
      end
    end
    if other then
      local function name(what) return q.language .. ' beside ' .. other .. ': ' .. what end
      local buf = open(q.use)
      check(name('attached'), wait(function() return client('ci', buf) and client(other, buf) and client(other, buf).initialized end), 'not both')
      local params = function() return vim.lsp.util.make_position_params(0, 'utf-16') end
      check(name('ci has noticed'), wait(function() return vim.tbl_contains(ci.modes(), q.language .. ': adds to ' .. other) end), ci.modes())
      -- The other one may need a while until it knows the shop.
      wait(function()
        local found = by_server(buf, 'textDocument/definition', params(), location)[other]
        return found and #found > 0
      end, 60000)
      local function once(method, p, text)
        local found = by_server(buf, method, p, text)
        local seen, twice = {}, {}
        for _, list in pairs(found) do
          for _, x in ipairs(list) do
            if seen[x] then
              twice[#twice + 1] = x
            end
            seen[x] = true
          end
        end
        check(name(method .. ' has nothing twice'), #twice == 0 and #(found[other] or {}) > 0, found)
        return found
      end
      once('textDocument/definition', params(), location)
      local p = params()
      p.context = { includeDeclaration = true }
      once('textDocument/references', p, location)
      once('textDocument/documentHighlight', params(), function(x) return vim.inspect(x.range) end)
      for _, method in ipairs({ 'textDocument/hover', 'textDocument/documentSymbol', 'textDocument/prepareCallHierarchy', 'textDocument/prepareRename', 'textDocument/foldingRange', 'textDocument/codeLens' }) do
        local found = by_server(buf, method, method:find('Symbol') and { textDocument = params().textDocument } or params(), vim.inspect)
        check(name(method .. ' is the other one\'s'), #(found.ci or {}) == 0, found)
      end
      local to = definition(spot(q.use), spot(q.def))
      check(name('go to definition'), to == spot(q.def), to)
      open(q.use)
      local list = quickfix(vim.lsp.buf.references)
      check(name('the list of references'), vim.deep_equal(list, spots(q.all)), list)
      open(q.use)
      local text = hover()
      check(name('one hover text'), select(2, text:gsub(vim.pesc(q.hover), '')) == 1, text)
      local found = by_server(buf, 'workspace/symbol', { query = 'total' }, function(s) return s.location.uri:match('[^/]*$') end)
      check(name('workspace symbols of other languages'), vim.tbl_contains(found.ci or {}, 'money.ts') and vim.tbl_contains(found.ci or {}, 'Money.php'), found)
    end
  end
end

local good, why = xpcall(function()
  if alone then
    primary()
    switching()
    commands()
  else
    companion()
  end
  local c = client('ci')
  local t = vim.loop.hrtime()
  if has('0.11') then
    c:stop()
  else
    c.stop()
  end
  check('stop', wait(function() return client('ci') == nil end, 10000), ('%d ms'):format((vim.loop.hrtime() - t) / 1e6))
end, debug.traceback)
if not good then
  check('the script', false, why)
end
for _, c in pairs(get_clients()) do
  vim.lsp.stop_client(c.id, true)
end
vim.cmd('cquit ' .. (failed == 0 and 0 or 1))
