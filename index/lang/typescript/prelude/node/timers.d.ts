export { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
