//! `stoker view`: positions from past plays, and what the hunters can know of them.

use insta::assert_snapshot;

use crate::common::{Place, text};

#[test]
fn a_position_is_described_from_its_past_plays() {
    let past = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD.. SBR.... HLO.... MCA.... DC?T...";
    let output = Place::new().run_args(&["view", past]);
    assert_snapshot!(text(&output.stdout), @r#"
    round 2, next: Lord Godalming
      score 364 points, next vampire in 11 rounds, rests in a row 3
                    ED        ~NS

                  ~IR
          GW    DU    LV                 HA
                      MN         AM            BR[S]
                   SW    LO[H]      CO       LI
                   PL           BU     FR       PR
                      ~EC    LE            NU
                             PA       ST    MU     VI
                       NA              ZU              BD        CD^
                                                   ZA?   SZ    KL
                              CF    GE    MI    VE     JM+            GA
     ~AO          ~BB    BO                               BE?      BC
                            TO       GO    FL         SJ[Gd]           CN
                   SN             MR              ~AS         SO?    VR    ~BS
                        SR                   RO
                             BA               NP    BI
                    MA           ~MS        ~TS         VA?   SA
                                        CG
           LS            AL                                    AT
                    GR                                 ~IO
                CA[M]
      ~ sea   ^ castle   + hospital   ? probability
      G Lord Godalming  life 5 points    SJ Sarajevo
      S Dr Seward       life 9 points    BR Berlin
      H Van Helsing     life 9 points    LO London
      M Mina Harker     life 9 points    CA Cadiz
      d Dracula         blood 30 points  SJ Sarajevo (Dracula, 1 move ago)
      Dracula's trail, newest first: C?+trap  SJ
      possible: BE SO VA ZA
      probability: BE 25.0%, SO 25.0%, VA 25.0%, ZA 25.0%
    "#);
}

/// Dracula began in a city, went to sea and then into a city, and nobody has seen where.
const UNSEEN: &str = "GBE.... SBR.... HLO.... MCA.... DC?.V.. \
                      GBE.... SBR.... HLO.... MCA.... DS?.... \
                      GBE.... SBR.... HLO.... MLS.... DC?T...";

#[test]
fn what_the_hunters_can_know_is_added_to_a_position() {
    let output = Place::new().run_args(&["view", UNSEEN, "--belief"]);
    let printed = text(&output.stdout);
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    let belief = &printed[printed.find("Dracula's trail, as").unwrap()..];
    let lines: Vec<_> = belief.lines().collect();
    assert_snapshot!(lines[..5].join("\n"), @r"
    Dracula's trail, as the hunters can know it
    trails: 55 (all of them possible, none missing)
                            now  1 move ago  2 ago
     CG Cagliari           9.6%           -  15.7%
     AT Athens             8.0%           -   3.7%
    ");
    let last: Vec<_> = lines[lines.len() - 1].split_whitespace().collect();
    assert_eq!(last, ["3", "more", "0.5%", "0.5%", "0.5%"]);
}

/// Plays as Dracula knows them: the hunters have seen him in the castle alone, and he can have come
/// there from two cities.
#[test]
fn who_knows_every_move_is_told_what_the_hunters_can_know() {
    let past = "GBE.... SBR.... HLO.... MCA.... DGA.V.. GBE.... SBR.... HLO.... MCA.... DCDT...";
    let output = Place::new().run_args(&["view", past, "--belief"]);
    assert_snapshot!(text(&output.stdout), @r#"
    round 2, next: Lord Godalming
      score 364 points, next vampire in 11 rounds, rests in a row 3
                    ED        ~NS

                  ~IR
          GW    DU    LV                 HA
                      MN         AM            BR[S]
                   SW    LO[H]      CO       LI
                   PL           BU     FR       PR
                      ~EC    LE            NU
                             PA       ST    MU     VI
                       NA              ZU              BD        CD^[Dt]
                                                   ZA    SZ    KL
                              CF    GE    MI    VE     JM+            GA[v]
     ~AO          ~BB    BO                               BE[G]    BC
                            TO       GO    FL         SJ               CN
                   SN             MR              ~AS         SO     VR    ~BS
                        SR                   RO
                             BA               NP    BI
                    MA           ~MS        ~TS         VA    SA
                                        CG
           LS            AL                                    AT
                    GR                                 ~IO
                CA[M]
      ~ sea   ^ castle   + hospital
      G Lord Godalming  life 9 points    BE Belgrade
      S Dr Seward       life 9 points    BR Berlin
      H Van Helsing     life 9 points    LO London
      M Mina Harker     life 9 points    CA Cadiz
      D Dracula         blood 50 points  CD Castle Dracula
      Dracula's trail, newest first: CD+trap  (GA+vampire)

    Dracula's trail, as the hunters can know it
    trails: 2 (all of them possible, none missing)
                           now  1 move ago
     CD Castle Dracula  100.0%           -
     GA Galatz               -       83.8%
     KL Klausenburg          -       16.2%
    "#);
}

#[test]
fn a_belief_as_json_has_every_place_by_its_code() {
    let output = Place::new().run_args(&["view", UNSEEN, "--belief", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["exact"], json["questions"].as_array().unwrap().len()), (&true.into(), 3));
    for question in json["questions"].as_array().unwrap() {
        let answers = question["answers"].as_object().unwrap();
        let sum: f64 = answers.values().map(|chance| chance.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{question}");
    }
    let now = json["questions"][0]["answers"].as_object().unwrap();
    assert!(now.contains_key("NP") && !now.contains_key("LS"), "{now:?}");
    assert_eq!(json["count"], 55);
}

#[test]
fn before_his_first_move_there_is_one_trail_and_nothing_to_ask() {
    let output = Place::new().run_args(&["view", "GBE....", "--belief", "--json"]);
    assert_snapshot!(text(&output.stdout), @r#"
    {
      "count": 1,
      "exact": true,
      "of": "Dracula's trail, as the hunters can know it",
      "questions": [],
      "unit": "trails"
    }
    "#);
}
