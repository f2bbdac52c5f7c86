/** What earlier deals leave to the next one, by person: people may change seats between two deals. */
import { before } from './content';
import type { Carried, Person, Standing, Team } from './types';

export const NOTHING: Carried = Object.freeze({ pot: 0, double: 0, bock: [], tie: null, teams: [] });

/** The partners who sit across from each other, each pair in an order that does not depend on the dealer. */
export function pairs(ring: readonly Person[]): [[Person, Person], [Person, Person]] {
  const pair = (one: number, other: number) => [ring[one] as Person, ring[other] as Person].sort(before) as [Person, Person];
  return [pair(0, 2), pair(1, 3)];
}

function teamOf(teams: readonly Team[], [one, other]: readonly [Person, Person]): Team | undefined {
  return teams.find(({ people }) => people[0] === one && people[1] === other);
}

/** The same by seat, for one deal; the last of the ring deals. */
export function seated(carried: Carried, ring: readonly Person[], chalk: boolean): Standing {
  const none: Standing = { dealer: ring.length - 1, deals: 0, pot: 0, double: 0, bock: [], carry: null, strokes: [0, 0], heads: [0, 0] };
  if (!chalk) return { ...none, pot: carried.pot, double: carried.double, bock: carried.bock };
  const [ours, theirs] = pairs(ring).map((pair) => teamOf(carried.teams, pair));
  const seat = carried.tie === null ? -1 : ring.indexOf(carried.tie[0]);
  return {
    ...none,
    carry: carried.tie === null || seat < 0 ? null : [seat, carried.tie[1]],
    strokes: [ours?.strokes ?? 0, theirs?.strokes ?? 0],
    heads: [ours?.heads ?? 0, theirs?.heads ?? 0],
  };
}

/** What lies there after a deal that left this by seat. */
export function unseated(carried: Carried, ring: readonly Person[], seats: Standing, chalk: boolean): Carried {
  if (!chalk) return { ...carried, pot: seats.pot, double: seats.double, bock: seats.bock };
  const teams = [...carried.teams];
  pairs(ring).forEach((people, place) => {
    const team: Team = { people, strokes: seats.strokes[place as 0 | 1], heads: seats.heads[place as 0 | 1] };
    const old = teamOf(teams, people);
    if (old) teams[teams.indexOf(old)] = team;
    else teams.push(team);
  });
  return { ...carried, tie: seats.carry === null ? null : [ring[seats.carry[0]] as Person, seats.carry[1]], teams };
}
