import { rspack } from '@rspack/core';

export default {
  mode: 'production',
  entry: './src/main.js',
  output: { filename: '[name].[contenthash].js', clean: true },
  plugins: [new rspack.HtmlRspackPlugin({ template: './src/index.html' })],
};
