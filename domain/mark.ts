/**
 * The mark: two horns of one stroke above a mound on the horizon, in a box of 64 by 52. The logo,
 * the icon, the papers and the ends of things are drawn of these two paths.
 */
export const horns =
  'M15.4 20A3.7 3.7 0 0 1 22.8 20A8.4 8.4 0 0 1 6 20A13 13 0 0 1 32 20A13 13 0 0 1 58 20A8.4 8.4 0 0 1 41.2 20A3.7 3.7 0 0 1 48.6 20'
export const mound =
  'M29.3 20C29.3 33 21 40.5 10 44.2H4.4A2.4 2.4 0 0 0 4.4 49H59.6A2.4 2.4 0 0 0 59.6 44.2H54C43 40.5 34.7 33 34.7 20Z'
