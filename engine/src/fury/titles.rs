//! The 47 titles of the event deck (fury V1).

use super::counts::Counts;
use crate::coded::coded;

coded! {
    "an event",
    /// A title of the event deck, of either side (V1).
    #[expect(missing_docs, reason = "a card is called by its title")]
    EventCard {
        SisterAgatha = "AG",
        BloodTransfusion = "BL",
        Brides = "BR",
        BehindTheVeil = "BV",
        CharteredCarriage = "CC",
        ConsecratedGround = "CG",
        CustomsSearch = "CS",
        DevilishPower = "DP",
        DarknessReturns = "DR",
        Enraged = "EN",
        EvilPresence = "EP",
        EscapeRoute = "ER",
        ExcellentWeather = "EW",
        FalseTip = "FT",
        Forewarned = "FW",
        GoodLuck = "GL",
        GreatStrength = "GS",
        GreatWolf = "GW",
        HiddenSchemes = "HD",
        HeroicLeap = "HL",
        HiredScouts = "HS",
        Hypnosis = "HY",
        Hildesheim = "IH",
        JonathanHarker = "JH",
        LuckyFind = "LF",
        LongNight = "LN",
        LocalRumors = "LR",
        LucysRevenge = "LU",
        MoneyTrail = "MT",
        MysticResearch = "MY",
        NocturnalVisit = "NI",
        NewspaperReports = "NR",
        PlannedAmbush = "PA",
        Roadblock = "RO",
        RufusSmith = "RS",
        RenewedVigor = "RV",
        Seduction = "SD",
        SenseOfEmergency = "SE",
        SurprisingReturn = "SR",
        SummonStorms = "SS",
        SensationalistPress = "ST",
        SpeedyTelegraph = "TG",
        UnearthlySwiftness = "US",
        VampiricInfluence = "VI",
        VampireLair = "VL",
        WildHorses = "WH",
        WaxCylinders = "WX",
    }
}

/// The number of titles.
pub(super) const EVENTS: usize = 47;

impl EventCard {
    /// True for Dracula's titles.
    #[must_use]
    pub const fn is_draculas(self) -> bool {
        matches!(
            self,
            Self::Brides
                | Self::CustomsSearch
                | Self::DevilishPower
                | Self::DarknessReturns
                | Self::Enraged
                | Self::FalseTip
                | Self::GreatWolf
                | Self::HiddenSchemes
                | Self::Hildesheim
                | Self::NocturnalVisit
                | Self::Roadblock
                | Self::Seduction
                | Self::SummonStorms
                | Self::SensationalistPress
                | Self::UnearthlySwiftness
                | Self::VampiricInfluence
                | Self::WildHorses
        )
    }

    /// True for the three allies of the hunters (V7).
    #[must_use]
    pub const fn is_hunters_ally(self) -> bool {
        matches!(self, Self::SisterAgatha | Self::JonathanHarker | Self::RufusSmith)
    }

    /// True for the two allies of Dracula (V7).
    #[must_use]
    pub const fn is_draculas_ally(self) -> bool {
        matches!(self, Self::Brides | Self::Hildesheim)
    }

    /// True for the events that are offered as they are drawn (V8).
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.is_hunters_ally()
            || matches!(
                self,
                Self::BehindTheVeil
                    | Self::EvilPresence
                    | Self::HiredScouts
                    | Self::LocalRumors
                    | Self::NewspaperReports
            )
    }
}

/// A hand of events.
pub type Events = Counts<EventCard, EVENTS>;
