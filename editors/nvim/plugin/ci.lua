-- Defines the commands. The server is started by require('ci').setup().
if vim.g.loaded_ci then
  return
end
vim.g.loaded_ci = true

local function command(name, run, opts)
  vim.api.nvim_create_user_command(name, function(args) require('ci')[run](args) end, opts)
end

command('CiSearch', 'search', { nargs = '*', desc = 'Find code by words or meaning' })
command('CiSessions', 'sessions', { nargs = 0, desc = 'Show agent sessions, live' })
command('CiReindex', 'reindex', { nargs = 0, desc = 'Bring the index up to date' })
command('CiStatus', 'show_status', { nargs = 0, desc = 'Say what state the index is in' })
