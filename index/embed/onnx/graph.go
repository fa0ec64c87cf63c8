package onnx

import (
	"encoding/binary"
	"errors"
)

// graph is what is read of an ONNX file before the runtime gets it: what goes in,
// what comes out, and how it must be asked. The runtime would say the first two,
// but only of a session of its own, at the price of loading the model twice.
type graph struct {
	inputs, outputs []value
	// external: the weights are in other files.
	external bool
}

// value is an input or an output.
type value struct {
	name string
	elem uint64  // of TensorProto.DataType
	dims []int64 // -1 where they are free
}

// Of TensorProto.DataType.
const (
	elemFloat = 1
	elemInt32 = 6
	elemInt64 = 7
)

var errGraph = errors.New("it is no ONNX model, or it is cut")

// message is the encoded form of a protocol buffer.
type message []byte

// each calls f for each field: n is its value, or data what it holds.
func (m message) each(f func(field, n uint64, data message) error) error {
	for len(m) > 0 {
		key, size := binary.Uvarint(m)
		if size <= 0 {
			return errGraph
		}
		m = m[size:]
		var n uint64
		var data message
		switch key & 7 {
		case 0:
			if n, size = binary.Uvarint(m); size <= 0 {
				return errGraph
			}
			m = m[size:]
		case 1, 5:
			size = 8
			if key&7 == 5 {
				size = 4
			}
			if len(m) < size {
				return errGraph
			}
			m = m[size:]
		case 2:
			length, size := binary.Uvarint(m)
			if size <= 0 || length > uint64(len(m)-size) {
				return errGraph
			}
			data, m = m[size:size+int(length)], m[size+int(length):]
		default:
			return errGraph
		}
		if err := f(key>>3, n, data); err != nil {
			return err
		}
	}
	return nil
}

// readGraph reads an ONNX file. Weights are passed over.
func readGraph(model []byte) (*graph, error) {
	g := &graph{}
	err := message(model).each(func(field, _ uint64, data message) error {
		if field != 7 {
			return nil
		}
		return data.each(func(field, _ uint64, data message) error {
			switch field {
			case 5:
				return g.weights(data)
			case 11, 12:
				v := value{}
				if err := v.read(data); err != nil {
					return err
				}
				if field == 11 {
					g.inputs = append(g.inputs, v)
				} else {
					g.outputs = append(g.outputs, v)
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if len(g.inputs) == 0 || len(g.outputs) == 0 {
		return nil, errGraph
	}
	return g, nil
}

func (g *graph) weights(m message) error {
	return m.each(func(field, n uint64, _ message) error {
		if field == 14 && n == 1 {
			g.external = true
		}
		return nil
	})
}

// read reads a ValueInfoProto.
func (v *value) read(m message) error {
	return m.each(func(field, _ uint64, data message) error {
		switch field {
		case 1:
			v.name = string(data)
		case 2:
			return data.each(func(field, _ uint64, data message) error {
				if field != 1 { // no tensor
					return nil
				}
				return data.each(func(field, n uint64, data message) error {
					switch field {
					case 1:
						v.elem = n
					case 2:
						return data.each(func(field, _ uint64, data message) error {
							dim := int64(-1)
							err := data.each(func(field, n uint64, _ message) error {
								if field == 1 {
									dim = int64(n)
								}
								return nil
							})
							v.dims = append(v.dims, dim)
							return err
						})
					}
					return nil
				})
			})
		}
		return nil
	})
}
