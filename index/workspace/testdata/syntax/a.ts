import { a } from './a'
import {
  b,
} from './b'

/**
 * Doc.
 */
export class C extends D {
  private x = [
    1,
  ]

  m(here: string) {
    if (here) {
      call({
        a: 1,
      })
    } else {
      return `x ${here}
`
    }
    switch (1) {
      case 1:
        go()
        break
    }
  }
}

//#region r
const y = 1
//#endregion

enum E {
  A,
  B,
}
