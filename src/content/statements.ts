/** Quoted by Home, Who We Are and Investor. */
export const statements = {
  mission:
    "To expand electronics design and manufacturing, AI and IoT in Zambia with startups and research teams, aiming to become Africa's first high-tech chip maker.",
  value: 'Heroism is fundamentally harmonism.',
  vision: 'To be an African leader in electronics R&D, chip design and manufacturing by 2050.',
} as const;
