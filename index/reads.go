package index

// Reads records which parts of a stored form are read, so that their checksums can be
// compared before an answer made from them is returned. Its method may be called from
// several goroutines at once.
type Reads interface {
	// Note records that a part of the stored form is about to be read. It ignores memory
	// that is not part of the stored form.
	Note(part []byte)
}

// noted calls Reads if there is one.
type noted struct{ reads Reads }

func (n noted) note(part []byte) {
	if n.reads != nil {
		n.reads.Note(part)
	}
}

// Reads returns the recorder of the blocks of the stored form that answers of the
// snapshot are read from, or nil if the snapshot has no stored form.
func (s *Snapshot) Reads() Reads {
	if s.layer != nil {
		return s.layer.base.Reads()
	}
	return s.read.reads
}
