import { drawing } from './pictures.ts';

export const sample = 'the leaders and advisors; their photos are in public/images/team/';

export type TeamMember = {
  _id: string;
  name: string;
  img_url: string;
  position: string;
  profile: string;
  description: string;
};

export const team = {
  picture: drawing(
    'team/header',
    'Illustration: a valve on a pipe with its leak sensor, and a kit for schools',
    1280,
    360,
  ),
  leadership: {
    heading: 'Leadership',
    profile: 'Professional profile',
    profileOf: (name: string) => ` of ${name}`,
  },
  advisory: {
    heading: 'Advisory Board',
    text: 'Three advisors review our plans.',
  },
};

export const members: TeamMember[] = [
  {
    ...idOf('mutale-chanda'),
    name: 'Mutale Chanda',
    position: 'Founder and Chief Executive Officer',
    description:
      'Mutale founded HERO Control System in 2019, after waiting eleven weeks for a circuit board that came back with one connection missing. An electronics engineer by training, Mutale is recognised as an instructor and expert in electronics design, teaches in our evening courses, and reviews every new schematic at HCS.',
  },
  {
    ...idOf('thandiwe-mwansa'),
    name: 'Thandiwe Mwansa',
    position: 'Chief Technology Officer',
    description:
      'Thandiwe leads firmware and the models that run on our devices. Before joining in 2021 she spent six years on control systems for pumps and conveyors on the Copperbelt. At HCS she introduced nightly tests with recorded field data and built the test bench that cuts its own power at random.',
  },
  {
    ...idOf('bwalya-kapambwe'),
    name: 'Bwalya Kapambwe',
    position: 'Head of Hardware',
    description:
      'Bwalya runs Travis Labs with its assembly room, from the first parts list to the electrical test. He led the team that designed and assembled our first four-layer board, and is responsible for every board that leaves the company. Before HCS he repaired medical equipment for hospitals in Ndola.',
  },
  {
    ...idOf('natasha-phiri'),
    name: 'Natasha Phiri',
    position: 'Head of Software',
    description:
      "Natasha is responsible for O'Sense and the apps that talk to our devices. She came from mobile payments, where software has to cope with long network failures, and made offline use a requirement for everything we build. She regularly visits customers to see how the software is used.",
  },
  {
    ...idOf('kelvin-simukonda'),
    name: 'Kelvin Simukonda',
    position: 'Operations Manager',
    description:
      'Kelvin is responsible for delivery, installation and maintenance. He built the field teams of Water Handler in Lusaka and Chongwe and ran our fleet pilot on the Copperbelt. A mechanical engineer, he designs our cases. Customers who call with a problem usually speak to him.',
  },
  {
    ...idOf('chileshe-banda'),
    name: 'Chileshe Banda',
    position: 'Head of Education',
    description:
      'Chileshe taught physics for twelve years before she wrote the first lesson for ZStudy. She leads content, teacher training and the STEM kits, and tries out every lesson in class before it is printed. Under her leadership the kit was named the most innovative STEM solution in a national competition.',
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
