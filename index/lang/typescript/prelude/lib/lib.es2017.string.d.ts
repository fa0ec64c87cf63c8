interface String { padStart(maxLength: number, fillString?: string): string; padEnd(maxLength: number, fillString?: string): string }
