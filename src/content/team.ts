import { drawing } from './pictures.ts';

/** Samples: put the real people here, and their photos into public/images/team/. */
export type TeamMember = {
  _id: string;
  name: string;
  img_url: string;
  position: string;
  profile: string;
  description: string;
};

export const team = {
  picture: drawing('team/header', 'Six workplaces around one long bench', 1280, 360),
  leadership: { heading: 'Leadership', profile: 'Professional profile' },
  advisory: {
    heading: 'Advisory Board',
    text: 'Three people who challenge our plans before we act on them.',
  },
};

export const members: TeamMember[] = [
  {
    ...idOf('mutale-chanda'),
    name: 'Mutale Chanda',
    position: 'Founder and Chief Executive Officer',
    description:
      'Mutale founded HERO Control System in 2019, after waiting eleven weeks for a board with one wire missing. An electronics engineer by training and a teacher by habit, Mutale is recognised as an instructor and expert in electronics design and still teaches one evening course each term. At HCS, Mutale reviews every new schematic, usually with a pencil, and asks of each part why it is there.',
  },
  {
    ...idOf('thandiwe-mwansa'),
    name: 'Thandiwe Mwansa',
    position: 'Chief Technology Officer',
    description:
      'Thandiwe leads firmware and the models that run on our devices. Before joining in 2021 she spent six years on control systems for pumps and conveyors on the Copperbelt, where she learned to trace a fault to a place and a time of day. She introduced the nightly replay of field logs, writes our post-mortems herself, and built the test bench that cuts its own power at random.',
  },
  {
    ...idOf('bwalya-kapambwe'),
    name: 'Bwalya Kapambwe',
    position: 'Head of Hardware',
    description:
      'Bwalya has soldered, or overseen the soldering of, every board this company has sold. He runs Travis Labs and its assembly room, from the first parts list to the electrical test, and led the team that built our first four-layer board. The mirrored connector of the first attempt hangs framed above his desk. For him a design is finished when a stranger can test it in forty seconds.',
  },
  {
    ...idOf('natasha-phiri'),
    name: 'Natasha Phiri',
    position: 'Head of Software',
    description:
      "Natasha is responsible for O'Sense and for the apps that talk to our devices. She came from mobile payments, where an hour without a network is nothing unusual, and brought the rule that nothing a person has typed may be lost. Twice a quarter she sits in a customer's site office and watches, without a word, how her software is used. Much of our roadmap begins as a note from one of those days.",
  },
  {
    ...idOf('kelvin-simukonda'),
    name: 'Kelvin Simukonda',
    position: 'Operations Manager',
    description:
      'Kelvin makes sure that what leaves the lab arrives, is fitted properly and keeps working. He built the field teams of Water Handler in Lusaka and Chongwe and looks after the fleet pilot on the Copperbelt. A mechanical engineer, he also designs our cases and tests them on the hottest wall he can find. Customers know him as the person who calls back the same day, with a date.',
  },
  {
    ...idOf('chileshe-banda'),
    name: 'Chileshe Banda',
    position: 'Head of Education',
    description:
      'Chileshe taught physics for twelve years before she wrote the first lesson for ZStudy, in a staff room, during a power cut. She leads content, teacher training and the STEM kits, and tries every lesson in a real class, twice, before it is printed. Under her lead the kit was named the most innovative STEM solution in a national competition. She measures success by the questions she cannot answer at once.',
  },
];

export const advisors = [
  { ...idOf('esther-lungu'), name: 'Prof. Esther Lungu', role: 'Electrical engineering and standards' },
  { ...idOf('joseph-mulenga'), name: 'Joseph Mulenga', role: 'Manufacturing and supply chains' },
  { ...idOf('ruth-zimba'), name: 'Ruth Zimba', role: 'Finance and company law' },
];

function idOf(id: string): { _id: string; img_url: string; profile: string } {
  return { _id: id, img_url: `/images/team/${id}.svg`, profile: `https://linkedin.example/in/${id}` };
}
