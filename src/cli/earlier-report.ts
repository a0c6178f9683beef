/** As every Kubernetes object has, and no report. */
const NAMES_API = /^[ \t{[,]*"?apiVersion"?\s*:/m;

/** How each format can be told from anything that somebody wrote by hand. */
const REPORTS: readonly RegExp[] = [
  /^\d+ errors?, \d+ warnings?, \d+ info\b/m,
  /^Pool +1\.\d+/m,
  /^# kube-proxy from v\d/,
  /^\{\s*"version": 1,\s*"(?:findings|from)":/,
  /^\{\s*"\$schema": "[^"]*sarif[^"]*"[^]*"name": "kube-proxy-kit"/,
  /^<\?xml [^>]*>\s*<testsuites name="kube-proxy-kit"/,
  /^<!doctype html>[^]*<title>[^<]*kube-proxy-kit[^<]*<\/title>/,
];

/** Whether a text is what an earlier check or plan wrote, in any format, so that a new report may take its place. */
export function isEarlierReport(text: string): boolean {
  return text.trim() === '' || (!looksLikeManifest(text) && REPORTS.some((report) => report.test(text)));
}

/** Whether a text has what every Kubernetes object has. */
export function looksLikeManifest(text: string): boolean {
  return NAMES_API.test(text);
}
