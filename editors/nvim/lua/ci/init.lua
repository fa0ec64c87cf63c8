-- ci for Neovim 0.7 and later: starts `ci lsp`, and shows what it says of the index,
-- the code and the agents' sessions.
local M = {}

local uv = vim.uv or vim.loop

-- Defaults of setup().
local options = {
  cmd = { 'ci', 'lsp' },
  -- language -> 'auto', 'primary', 'companion' or 'off'; see |ci-modes|.
  languages = {},
  filetypes = {
    'blade', 'c', 'cpp', 'cs', 'css', 'cuda', 'cue', 'dockerfile', 'elixir', 'elm', 'go', 'groovy', 'hcl', 'html', 'htmldjango', 'java', 'javascript',
    'javascriptreact', 'jinja', 'kotlin', 'lua', 'markdown', 'ocaml', 'php', 'po', 'proto', 'python', 'ruby', 'rust', 'scala', 'scss', 'sh', 'sql', 'svelte',
    'swift', 'terraform', 'toml', 'twig', 'typescript', 'typescriptreact', 'vue', 'yaml',
  },
  capabilities = nil,
  on_attach = nil,
}

-- What the server has said, by the id of its client.
local statuses = {} -- id -> root -> status
local sessions = {} -- id -> root -> session id -> session
local windows = require('ci.sessions')
local modes = require('ci.modes')

--- Whether this Neovim is at least that version.
function M.has(version)
  return vim.fn.has('nvim-' .. version) == 1
end

local function exists(path)
  return uv.fs_stat(path) ~= nil
end

-- The nearest folder from dir upwards that has name in it. The home folder, and what
-- it lies in, is no repository.
local function above(dir, name)
  local home = uv.fs_realpath(uv.os_homedir() or '')
  while dir do
    if home and (home == dir or vim.startswith(home, dir == '/' and '/' or dir .. '/')) then
      return nil
    end
    if exists(dir .. '/' .. name) then
      return dir
    end
    local parent = vim.fn.fnamemodify(dir, ':h')
    dir = parent ~= dir and parent or nil
  end
end

--- The root of the repository that a file lies in, as `ci` finds it: the nearest
--- folder that is git's, else the nearest that keeps an index, else the file's own.
function M.root(file)
  local dir = vim.fn.fnamemodify(file, ':p:h')
  dir = uv.fs_realpath(dir) or dir
  return above(dir, '.git') or above(dir, '.code-intel') or dir
end

local function notify(text, level)
  vim.schedule(function() vim.notify('ci: ' .. text, level or vim.log.levels.INFO) end)
end

local handlers = {
  ['ci/status'] = function(_, status, ctx)
    statuses[ctx.client_id] = statuses[ctx.client_id] or {}
    statuses[ctx.client_id][status.root] = status
    vim.cmd('redrawstatus')
  end,
  ['ci/session'] = function(_, changed, ctx)
    M._remember(ctx.client_id, changed)
    windows.draw(sessions[ctx.client_id])
  end,
}

--- Keeps sessions that the server told of.
function M._remember(id, changed)
  sessions[id] = sessions[id] or {}
  local of_root = sessions[id][changed.root] or {}
  for _, s in ipairs(changed.sessions or {}) do
    of_root[s.session_id] = s
  end
  sessions[id][changed.root] = of_root
end

--- The configuration of the client, as vim.lsp.config and vim.lsp.start have it.
function M.config()
  local config = {
    name = 'ci',
    cmd = options.cmd,
    filetypes = options.filetypes,
    capabilities = options.capabilities,
    on_attach = options.on_attach,
    handlers = handlers,
    on_exit = function(_, _, id)
      statuses[id], sessions[id] = nil, nil
    end,
    init_options = { ci = { status = true, commands = { 'ci.showReferences' }, languages = next(options.languages) and options.languages or vim.empty_dict() } },
  }
  modes.follow()
  if M.has('0.11') then
    config.root_dir = function(buf, done)
      local file = vim.api.nvim_buf_get_name(buf)
      if vim.bo[buf].buftype == '' and file ~= '' and not file:match('^%a[%w+.-]*://') then
        done(M.root(file))
      end
    end
  end
  return config
end

-- Starts or joins the server of a buffer's repository, before 0.11.
local function attach(buf)
  local file = vim.api.nvim_buf_get_name(buf)
  if vim.bo[buf].buftype ~= '' or file == '' or file:match('^%a[%w+.-]*://') then
    return
  end
  if vim.fn.executable(options.cmd[1]) == 0 then
    if not M._missing then
      M._missing = true
      notify(options.cmd[1] .. ' is not on PATH; :checkhealth ci says what to do', vim.log.levels.WARN)
    end
    return
  end
  local config = M.config()
  config.root_dir = M.root(file)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buf })
    return
  end
  config.workspace_folders = { { uri = vim.uri_from_fname(config.root_dir), name = config.root_dir } }
  for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == 'ci' and client.config.root_dir == config.root_dir then
      vim.lsp.buf_attach_client(buf, client.id)
      return
    end
  end
  local id = vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buf, id)
  end
end

--- Starts ci for the files that it reads. Settings: see |ci-setup|.
function M.setup(opts)
  options = vim.tbl_extend('force', options, opts or {})
  vim.lsp.commands['ci.showReferences'] = M.show_references
  if M.has('0.11') then
    vim.lsp.config('ci', M.config())
    vim.lsp.enable('ci')
    return
  end
  local group = vim.api.nvim_create_augroup('ci', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = options.filetypes,
    callback = function(args) attach(args.buf) end,
  })
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.tbl_contains(options.filetypes, vim.bo[buf].filetype) then
      attach(buf)
    end
  end
end

--- The settings in force, for :checkhealth.
function M._options()
  return options
end

local function clients(filter)
  local list = {}
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in pairs(get()) do
    if client.name == 'ci' and (not filter or filter(client)) then
      list[#list + 1] = client
    end
  end
  return list
end

-- The client of the current buffer, else any.
local function client()
  local buf = vim.api.nvim_get_current_buf()
  local found = clients(function(c) return vim.lsp.buf_is_attached(buf, c.id) end)[1] or clients()[1]
  if not found then
    notify('it does not run; open a file of the repository. :checkhealth ci says more', vim.log.levels.WARN)
  end
  return found
end

local function request(c, method, params, done)
  local function handler(err, result)
    if err then
      notify(err.message or vim.inspect(err), vim.log.levels.ERROR)
    else
      done(result)
    end
  end
  if M.has('0.11') then
    return c:request(method, params, handler)
  end
  return c.request(method, params, handler)
end

local function execute(c, command, arguments, done)
  return request(c, 'workspace/executeCommand', { command = command, arguments = arguments }, done)
end

local function encoding(c)
  return c.offset_encoding or 'utf-16'
end

-- Locations as a quickfix list.
local function list(title, items)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  if #items == 0 then
    notify('nothing found')
  else
    vim.cmd('botright copen')
  end
end

--- :CiSearch: finds code by words or meaning, as a quickfix list.
function M.search(args)
  local function ask(words)
    local c = words and words ~= '' and client()
    if not c then
      return
    end
    execute(c, 'ci.search', { words }, function(hits)
      local items = {}
      for _, h in ipairs(hits or {}) do
        local file = vim.uri_to_fname(h.uri)
        local at = vim.lsp.util.locations_to_items({ { uri = h.uri, range = h.range } }, encoding(c))[1]
        local text = vim.trim((h.text or ''):match('^[^\n]*'))
        items[#items + 1] = {
          filename = file,
          lnum = h.range.start.line + 1,
          col = at and at.col or 1,
          text = h.kind and h.name and ('%s %s: %s'):format(h.kind, h.name, text) or text,
        }
      end
      list('ci: ' .. words, items)
    end)
  end
  if args and args.args and args.args ~= '' then
    ask(args.args)
  else
    vim.ui.input({ prompt = 'Search by words or meaning: ' }, ask)
  end
end

--- :CiSessions: the agents' sessions in a window that follows them.
function M.sessions()
  local c = client()
  if c then
    execute(c, 'ci.showSession', {}, function(all)
      sessions[c.id] = {}
      for _, s in ipairs(all or {}) do
        M._remember(c.id, s)
      end
      windows.open(sessions[c.id])
    end)
  end
end

--- :CiReindex: brings the index up to date.
function M.reindex()
  local c = client()
  if c then
    execute(c, 'ci.reindex', {}, function() notify('the index is up to date') end)
  end
end

-- One folder's index in words.
local function describe(s)
  if s.state == 'ready' then
    local text = s.root .. ': ready'
    text = text .. (s.files and (', %d files'):format(s.files) or '') .. (s.generation and (', generation %d'):format(s.generation) or '')
    return s.problem and s.problem ~= '' and text .. '; ' .. s.problem or text
  end
  local text = s.root .. ': ' .. s.state .. (s.phase and s.phase ~= '' and ' (' .. s.phase .. ')' or '')
  if (s.total or 0) > 0 then
    text = ('%s %d of %d'):format(text, s.done or 0, s.total)
  end
  return s.problem and s.problem ~= '' and text .. '; ' .. s.problem or text
end

--- The state of the index, for people: one line a folder.
function M.describe()
  local lines = {}
  for _, c in ipairs(clients()) do
    local any
    for _, s in pairs(statuses[c.id] or {}) do
      any = true
      lines[#lines + 1] = describe(s)
    end
    if not any then
      lines[#lines + 1] = (c.config.root_dir or 'ci') .. ': running'
    end
  end
  table.sort(lines)
  return lines
end

--- Returns the mode of each language and the reason for it, one line a language.
function M.modes()
  local lines, roots = {}, 0
  for _, c in ipairs(clients()) do
    for _ in pairs(statuses[c.id] or {}) do
      roots = roots + 1
    end
  end
  for _, c in ipairs(clients()) do
    for root, s in pairs(statuses[c.id] or {}) do
      for _, l in ipairs(type(s.languages) == 'table' and s.languages or {}) do
        lines[#lines + 1] = (roots > 1 and root .. ': ' or '') .. l.language .. ': ' .. l.text
      end
    end
  end
  table.sort(lines)
  return lines
end

--- :CiStatus
function M.show_status()
  local lines = M.describe()
  vim.list_extend(lines, M.modes())
  notify(#lines > 0 and table.concat(lines, '\n') or 'it does not run; :checkhealth ci says more')
end

--- For a status line: 'ci' when all is well, 'ci 12/400' while it is indexed,
--- 'ci!' when something is wrong, '' when ci does not run here.
function M.statusline()
  local text = ''
  local buf = vim.api.nvim_get_current_buf()
  for _, c in ipairs(clients(function(x) return vim.lsp.buf_is_attached(buf, x.id) end)) do
    text = 'ci'
    for _, s in pairs(statuses[c.id] or {}) do
      if s.state == 'failed' or (s.problem or '') ~= '' then
        return 'ci!'
      elseif s.state ~= 'ready' then
        text = (s.total or 0) > 0 and ('ci %d/%d'):format(s.done or 0, s.total) or 'ci …'
      end
    end
  end
  return text
end

--- The command of code lenses: the references of a place as a quickfix list.
function M.show_references(command, ctx)
  local uri, position, locations = unpack(command.arguments)
  local c = vim.lsp.get_client_by_id(ctx.client_id)
  local function show(found)
    list('References', vim.lsp.util.locations_to_items(found or {}, encoding(c)))
  end
  if type(locations) == 'table' then
    show(locations)
  else
    request(c, 'textDocument/references', { textDocument = { uri = uri }, position = position, context = { includeDeclaration = false } }, show)
  end
end

return M
