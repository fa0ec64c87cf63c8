package embed

import (
	"fmt"
	"math"
	"time"
)

// Initializing is the error of an Embedder that is not ready yet, and will be.
type Initializing struct {
	Model      string
	RetryAfter time.Duration
}

func (e *Initializing) Error() string {
	return fmt.Sprintf("the model %s is being loaded; ask again in %s", e.Model, e.RetryAfter)
}

// Seconds is for how long to wait, at least 1.
func (e *Initializing) Seconds() int { return max(1, int(math.Ceil(e.RetryAfter.Seconds()))) }
