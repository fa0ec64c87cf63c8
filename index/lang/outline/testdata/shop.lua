local json = require("json")
local M = {}

--- How much fits.
M.limit = 10
count = 0

-- Makes an item.
-- It has a name.
function M.make(name, ...)
  local item = { name = name, price = 0 }
  for i = 1, M.limit do item.price = item.price + i end
  for k, v in pairs(item) do print(k, v) end
  return setmetatable(item, { __index = M })
end

function M:label(sep)
  count = count + 1
  return self.name .. sep .. helper(self.price)
end

local function helper(n)
  local f = function(x) return x * n end
  return f(n)
end

function top(a) return M.make(a):label("-") end
return M
