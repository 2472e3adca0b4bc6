module.exports = require('../webpack.shared.js').hostConfig(__dirname);
