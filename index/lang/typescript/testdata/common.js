#!/usr/bin/env node
'use strict';
const fs = require('fs'), { join, sep: separator } = require('path');
/** Doc. */
exports.one = function (a) { return a; };
exports.two = join;
module.exports.three = class Three { constructor() { this.x = 1; this.y = this.x; } m() { this.x = 2; this.z = 3; } };
module.exports = { join, four: 4, five() {} };
async function load() { return (await import('./lazy.mjs')).default; }
const view = <div onClick={load}>{fs}</div>;
class Old extends fs.Base { static s = 1; #p = 2; get v() { return this.#p; } }
const local = require('./local'), { a, b: bb } = require('./named'), deep = require('./deep').inner;
const { withDefault = 1, ...others } = require('./partly');
local(a, bb, deep, withDefault, others);
