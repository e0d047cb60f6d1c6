//! The map as the rules use it (fury M).

use std::sync::Arc;

use super::cards::{Item, Ticket};
use super::moves::{NumberedLink, Way};
use super::titles::EventCard;
use crate::game::SetupError;
use crate::map::{
    AttachedPlace, Attributes, ByPlace, Map, MapWords, Place, PlaceSet, UNREACHABLE, distances,
};

/// The landmark that is Castle Dracula, and the size of its place, which is no city of either size.
pub(super) const CASTLE: &str = "castle";
/// The size of a small city.
pub(super) const SMALL: &str = "small";
/// The size of a large city.
pub(super) const LARGE: &str = "large";
/// The words of its map files.
pub(super) const WORDS: MapWords =
    MapWords { landmarks: &[CASTLE], sizes: &[SMALL, LARGE, CASTLE], attached: Some("hospital") };
/// The most roads, and the most rails: a set of links has as many bits.
const MOST_LINKS: usize = 128;
/// The most hospitals.
const MOST_HOSPITALS: usize = 8;

/// The map with all that follows from it.
#[derive(Debug, Clone)]
pub struct World {
    map: Arc<Map>,
    /// Castle Dracula.
    pub castle: Place,
    /// The seas.
    pub seas: PlaceSet,
    /// The cities, Castle Dracula included.
    pub cities: PlaceSet,
    /// The large cities.
    pub large: PlaceSet,
    road: ByPlace<PlaceSet>,
    white: ByPlace<PlaceSet>,
    rail: ByPlace<PlaceSet>,
    sea: ByPlace<PlaceSet>,
    roads: Vec<[Place; 2]>,
    rails: Vec<[Place; 2]>,
    /// The number of each place's region in `region_names`.
    regions: ByPlace<u8>,
    region_names: Vec<String>,
    hospitals: Vec<HospitalInfo>,
}

/// A hospital, and the number of steps from its city to each place (H6).
#[derive(Debug, Clone)]
struct HospitalInfo {
    code: String,
    city: Place,
    distance: ByPlace<u8>,
}

/// Added to distances by road and sea, which count only if no road leads there (H6).
const BY_SEA: u8 = 100;

impl World {
    pub(super) fn new(map: &Arc<Map>) -> Result<Self, SetupError> {
        let castle = map.landmark(CASTLE).ok_or(SetupError::NoLandmark(CASTLE))?;
        let unsuitable = |reason: &str| SetupError::UnsuitableMap(reason.to_owned());
        let attributes = map.attributes().ok_or_else(|| {
            unsuitable("places on land need a `size` and a `region`, rails `white` or `yellow`")
        })?;
        check_codes(map)?;
        let all = map.places();
        let of = |links: &dyn Fn(Place) -> PlaceSet| {
            ByPlace::new(|at| if all.contains(at) { links(at) } else { PlaceSet::EMPTY })
        };
        let seas = map.seas();
        let large = |at: &Place| attributes.size(*at) == Some(LARGE);
        let mut region_names = vec!["SEA".to_owned()];
        let mut regions = ByPlace::of(0);
        for at in all - seas {
            let name = attributes.region(at);
            let known = region_names.iter().position(|known| known == name);
            let number = known.unwrap_or_else(|| {
                region_names.push(name.to_owned());
                region_names.len() - 1
            });
            regions[at] = u8::try_from(number).unwrap_or(0);
        }
        let mut world = Self {
            castle,
            seas,
            cities: all - seas,
            large: (all - seas).into_iter().filter(large).collect(),
            road: of(&|at| map.road(at)),
            white: of(&|at| attributes.white(at)),
            rail: of(&|at| map.rail(at)),
            sea: of(&|at| map.sea(at)),
            roads: links(all, |at| map.road(at)),
            rails: links(all, |at| map.rail(at)),
            regions,
            region_names,
            hospitals: vec![],
            map: map.clone(),
        };
        if world.roads.len() > MOST_LINKS || world.rails.len() > MOST_LINKS {
            return Err(unsuitable("there are more than 128 roads or more than 128 rails"));
        }
        world.hospitals = world.hospitals_of(map);
        if !(1..=MOST_HOSPITALS).contains(&world.hospitals.len()) {
            return Err(unsuitable("there must be one to eight places with a `hospital`"));
        }
        if world.cities.len() < 6 {
            return Err(unsuitable("there must be at least six places on land"));
        }
        Ok(world)
    }

    fn hospitals_of(&self, map: &Map) -> Vec<HospitalInfo> {
        let hospitals = map.attributes().map(Attributes::attached).unwrap_or_default();
        let info = |hospital: &AttachedPlace| HospitalInfo {
            code: hospital.code.to_string(),
            city: hospital.to,
            distance: self.distances(hospital.to),
        };
        hospitals.iter().map(info).collect()
    }

    /// H6: by roads; where no road leads, by roads and sea links.
    fn distances(&self, from: Place) -> ByPlace<u8> {
        let by_road = distances(from, |at| self.road[at]);
        let by_all = distances(from, |at| self.road[at] | self.sea[at]);
        ByPlace::new(|at| match by_road[at] {
            UNREACHABLE => by_all[at].saturating_add(BY_SEA),
            near => near.min(BY_SEA - 1),
        })
    }

    /// The hospitals that a hunter defeated there can be put into, a bit for each (H6).
    pub(super) fn nearest_hospitals(&self, place: Place) -> u8 {
        // If one hospital can be reached by roads, those that cannot are farther.
        let distance = |hospital: &HospitalInfo| hospital.distance[place];
        let nearest = self.hospitals.iter().map(distance).min();
        let tied = |&(_, hospital): &(u8, &HospitalInfo)| Some(distance(hospital)) == nearest;
        (0..).zip(&self.hospitals).filter(tied).fold(0, |set, (number, _)| set | 1 << number)
    }

    /// A hospital's city.
    pub(super) fn hospital_city(&self, number: u8) -> Place {
        self.hospitals.get(usize::from(number)).map_or(self.castle, |hospital| hospital.city)
    }

    pub(super) fn hospital_code(&self, number: u8) -> &str {
        self.hospitals.get(usize::from(number)).map_or("??", |hospital| &hospital.code)
    }

    /// The number of the hospital with this code.
    pub(super) fn hospital(&self, code: &str) -> Option<u8> {
        let found = self.hospitals.iter().position(|hospital| hospital.code == code);
        found.and_then(|number| u8::try_from(number).ok())
    }

    pub(super) fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// A place's code; `??` if it is not on the map.
    pub(super) fn code(&self, place: Place) -> &str {
        if place.index() < self.map.len() { self.map.info(place).code.as_str() } else { "??" }
    }

    pub(super) fn find(&self, code: &str) -> Option<Place> {
        self.map.find(code.as_bytes().try_into().ok()?)
    }

    /// The cities adjacent by road.
    #[inline]
    #[must_use]
    pub fn road(&self, from: Place) -> PlaceSet {
        self.road[from]
    }

    /// The places adjacent by sea link.
    #[inline]
    #[must_use]
    pub fn sea(&self, from: Place) -> PlaceSet {
        self.sea[from]
    }

    /// The places adjacent by road or sea (M1).
    #[inline]
    #[must_use]
    pub fn adjacent(&self, from: Place) -> PlaceSet {
        self.road[from] | self.sea[from]
    }

    /// The places one rail away, on white rails only or on any.
    #[inline]
    pub(super) fn rail(&self, from: Place, rails: Rails) -> PlaceSet {
        match rails {
            Rails::White => self.white[from],
            Rails::Any => self.rail[from],
        }
    }

    /// The name of a place's region.
    pub(super) fn region(&self, number: u8) -> &str {
        self.region_names.get(usize::from(number)).map_or("", String::as_str)
    }

    /// The number of a place's region, by which Hypnosis tells it; 0 is the sea.
    #[must_use]
    pub fn region_of(&self, place: Place) -> u8 {
        self.regions[place]
    }

    pub(super) fn links(&self, way: Way) -> &[[Place; 2]] {
        match way {
            Way::Road => &self.roads,
            Way::Rail => &self.rails,
        }
    }

    /// The ends of a link.
    pub(super) fn ends(&self, link: NumberedLink) -> Option<[Place; 2]> {
        self.links(link.way).get(usize::from(link.number)).copied()
    }

    /// The link between two places, the first in order named first.
    pub(super) fn link(&self, way: Way, from: Place, to: Place) -> Option<NumberedLink> {
        let number = self.links(way).binary_search(&[from, to]).ok()?;
        Some(NumberedLink { way, number: u8::try_from(number).ok()? })
    }

    /// The set of all links of a kind.
    pub(super) fn all_links(&self, way: Way) -> u128 {
        match self.links(way).len() {
            MOST_LINKS.. => u128::MAX,
            count => (1 << count) - 1,
        }
    }
}

/// The rails that a hunter may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rails {
    White,
    Any,
}

/// Places in the order of their codes, because legal moves stand in that order (N1); no sea has the
/// code of a card, and no place that of a ticket or a hospital.
fn check_codes(map: &Map) -> Result<(), SetupError> {
    let codes: Vec<_> = map.places().into_iter().map(|at| map.code(at)).collect();
    if let Some(pair) = codes.windows(2).find(|pair| pair[0] > pair[1]) {
        let [first, second] = [pair[1], pair[0]];
        return Err(SetupError::UnsuitableMap(format!(
            "places must stand in the order of their codes, so put `{first}` before `{second}`"
        )));
    }
    let is_card = |code: &str| {
        code.parse::<Item>().is_ok()
            || code.parse::<EventCard>().is_ok()
            || code.parse::<Ticket>().is_ok()
    };
    match map.seas().into_iter().find(|&sea| is_card(map.code(sea).as_str())) {
        Some(sea) => Err(SetupError::UnsuitableMap(format!(
            "the sea `{}` has the code of a card; choose another",
            map.code(sea)
        ))),
        None => Ok(()),
    }
}

/// Every link once, its first end before its second.
fn links(all: PlaceSet, of: impl Fn(Place) -> PlaceSet) -> Vec<[Place; 2]> {
    let from =
        |from: Place| of(from).into_iter().filter(move |&to| to > from).map(move |to| [from, to]);
    all.into_iter().flat_map(from).collect()
}
