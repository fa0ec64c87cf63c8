-- The configuration for vim.lsp.enable('ci'), Neovim 0.11 and later.
return require('ci').config()
