/** Causes of an incident. The first four are on the road, the others at home. */
export type Cause =
  | 'collision'
  | 'object'
  | 'person'
  | 'other_road'
  | 'water_neighbour'
  | 'water_own'
  | 'fire'
  | 'burglary'
  | 'weather'
  | 'other_home'
