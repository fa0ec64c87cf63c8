require 'a'
require 'b'

module M
  class A
    def m(x)
      x.each do |y|
        puts y
      end
      if x
        here(1)
      else
        two
      end
    end
  end
end
