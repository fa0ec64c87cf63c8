#include <a.h>
#include "b.h"

#ifdef X
int x;
int here;
#endif

struct s {
	int a;
};

int main(void)
{
	for (;;) {
		if (here)
			return 1;
	}
}
