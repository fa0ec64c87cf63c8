-- Tells ci which other servers are attached to its buffers, so that answers are neither
-- duplicated beside them nor missing without them.
local M = {}

-- ci's name of a language, where it differs from the file type.
local languages = {
  cs = 'csharp', cuda = 'cpp', htmldjango = 'html', jinja = 'html', po = 'gettext', proto = 'protobuf', sh = 'bash', terraform = 'hcl', twig = 'html',
}

local told = {} -- id of a client of ci -> what it was told last, from describe()

-- Whether a client answers where names are defined or used. Linters, formatters, spell
-- checkers and assistants are attached to the same buffers, but answer nothing that ci
-- answers.
local function navigates(client)
  local can = client.server_capabilities or {}
  if can.definitionProvider or can.referencesProvider then
    return true
  end
  -- From 0.10 on the method includes capabilities that were registered later.
  if vim.fn.has('nvim-0.11') == 1 then
    return client:supports_method('textDocument/definition') or client:supports_method('textDocument/references')
  elseif vim.fn.has('nvim-0.10') == 1 then
    return client.supports_method('textDocument/definition') or client.supports_method('textDocument/references')
  end
  return false
end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

--- Returns the other servers in the buffers of a client of ci: language -> sorted names.
function M.others(ci)
  local found = {}
  for _, client in pairs(clients()) do
    if client.name ~= 'ci' and navigates(client) then
      for _, buf in ipairs(vim.api.nvim_list_bufs()) do
        if vim.lsp.buf_is_attached(buf, ci.id) and vim.lsp.buf_is_attached(buf, client.id) then
          local filetype = vim.bo[buf].filetype
          local language = languages[filetype] or filetype
          found[language] = found[language] or {}
          found[language][client.name or tostring(client.id)] = true
        end
      end
    end
  end
  for language, names in pairs(found) do
    found[language] = vim.tbl_keys(names)
    table.sort(found[language])
  end
  return found
end

local function describe(found)
  local out = {}
  for language, names in pairs(found) do
    out[#out + 1] = language .. '=' .. table.concat(names, ',')
  end
  table.sort(out)
  return table.concat(out, ';')
end

--- Sends each client of ci the other servers, where they have changed.
function M.update()
  local there = {}
  for _, client in pairs(clients()) do
    if client.name == 'ci' then
      there[client.id] = true
      local found = M.others(client)
      local text = describe(found)
      if text ~= (told[client.id] or '') then
        told[client.id] = text
        local params = { settings = { ci = { otherServers = next(found) and found or vim.empty_dict() } } }
        if vim.fn.has('nvim-0.11') == 1 then
          client:notify('workspace/didChangeConfiguration', params)
        else
          client.notify('workspace/didChangeConfiguration', params)
        end
      end
    end
  end
  for id in pairs(told) do
    told[id] = there[id] and told[id] or nil
  end
end

local asked = false

-- Updates after the current event: a client that is leaving is still attached while its
-- event runs, and many buffers may be attached at a time.
local function soon()
  if not asked then
    asked = true
    vim.schedule(function()
      asked = false
      M.update()
    end)
  end
end

-- 0.7 has no events for clients that come and go, so the functions that attach them are
-- wrapped.
local function wrap()
  local attach, detach = vim.lsp.buf_attach_client, vim.lsp.buf_detach_client
  local seen = {}
  local function watch(client)
    if seen[client.id] then
      return
    end
    seen[client.id] = true
    -- It is called for each buffer once the server has sent its capabilities.
    local on_attach, on_exit = client._on_attach, client.config.on_exit
    client._on_attach = function(...)
      soon()
      return on_attach(...)
    end
    client.config.on_exit = function(...)
      soon()
      return on_exit and on_exit(...)
    end
  end
  vim.lsp.buf_attach_client = function(buf, id)
    local client = vim.lsp.get_client_by_id(id)
    if client then
      watch(client)
    end
    return attach(buf, id)
  end
  vim.lsp.buf_detach_client = function(...)
    soon()
    return detach(...)
  end
end

--- Starts to follow the clients of all buffers.
function M.follow()
  local group = vim.api.nvim_create_augroup('ci-modes', { clear = true })
  local events = { 'BufEnter', 'BufUnload' }
  if vim.fn.has('nvim-0.8') == 1 then
    vim.list_extend(events, { 'LspAttach', 'LspDetach' })
  elseif not M._wrapped then
    M._wrapped = true
    wrap()
  end
  vim.api.nvim_create_autocmd(events, { group = group, callback = soon })
  soon()
end

return M
