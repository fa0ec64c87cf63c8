-- :checkhealth ci
local M = {}

-- Before 0.10 the functions have other names.
local h = vim.health or require('health')
local start, ok, warn, error_, info = h.start or h.report_start, h.ok or h.report_ok, h.warn or h.report_warn, h.error or h.report_error, h.info or h.report_info

function M.check()
  local ci = require('ci')
  local options = ci._options()
  start('ci')
  if ci.has('0.7') then
    ok(('Neovim %s'):format(tostring(vim.version().major .. '.' .. vim.version().minor .. '.' .. vim.version().patch)))
  else
    error_('Neovim is older than 0.7')
  end
  local program = options.cmd[1]
  if vim.fn.executable(program) == 0 then
    error_(program .. ' is not on PATH', { 'Install ci and put it on PATH, or name it: require("ci").setup({ cmd = { "/path/to/ci", "lsp" } })' })
    return
  end
  local said = vim.fn.system({ vim.fn.exepath(program), 'version' })
  if vim.v.shell_error == 0 then
    ok(vim.fn.exepath(program) .. ': ' .. vim.trim(said):match('^[^\n]*'))
  else
    error_(vim.fn.exepath(program) .. " version fails: " .. vim.trim(said))
  end
  for language, mode in pairs(options.languages) do
    if mode ~= 'auto' and mode ~= 'primary' and mode ~= 'companion' and mode ~= 'off' then
      error_(('languages.%s is %s'):format(language, vim.inspect(mode)), { 'It may be "auto", "primary", "companion" or "off".' })
    end
  end
  local lines = ci.describe()
  if #lines == 0 then
    info('the server does not run; it starts with the first file of a language that ci reads, after require("ci").setup()')
  end
  for _, line in ipairs(lines) do
    ok(line)
  end
  for _, line in ipairs(ci.modes()) do
    info(line)
  end
  info('what works in a repository, and what does not: `ci doctor`')
end

return M
