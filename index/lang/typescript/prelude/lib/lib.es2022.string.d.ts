interface String { at(index: number): string | undefined }
