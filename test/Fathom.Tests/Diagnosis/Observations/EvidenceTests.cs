using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Observations;

public class EvidenceTests
{
    private static readonly Evidence Line = EvidenceOf("line", ("link", "50mbit"), LinkQuantities.Rate.Is(50));
    private static readonly Evidence NoLine = EvidenceOf("loopback", ("link", "none"));

    [Fact]
    public void A_quantity_is_observed_once()
    {
        Should.Throw<ArgumentException>(() => EvidenceOf("t01", ("link", "50mbit"), LinkQuantities.Rate.Is(50), LinkQuantities.Rate.Is(60)))
            .Message.ShouldStartWith("'link-rate' of t01 comes from");
    }

    [Fact]
    public void What_was_not_observed_is_named_with_what_it_is() =>
        Should.Throw<KeyNotFoundException>(() => Line.Value(LinkQuantities.RoundTrip))
            .Message.ShouldBe("'round-trip' (time there and back) was not observed of line.");

    [Fact]
    public void Trials_are_alike_but_for_the_factors_that_set_a_quantity()
    {
        Line.IsAlikeBut(NoLine, LinkQuantities.Rate).ShouldBeTrue();
        NoLine.IsAlikeBut(Line, LinkQuantities.Rate).ShouldBeTrue("a level that sets nothing belongs to the factor all the same");
        Line.IsAlikeBut(NoLine, LinkQuantities.RoundTrip).ShouldBeFalse();
        Line.IsAlikeBut(Line).ShouldBeTrue();
    }

    [Fact]
    public void A_level_is_called_by_its_name_and_a_number_by_its_unit()
    {
        Line.Get(LinkQuantities.Rate).Text.ShouldBe("50mbit");
        new Observation<double>(LinkQuantities.BytesPerRoundTrip, 4104, new ObservationSource.PacketTrace("bytes_per_round_trip")).Text
            .ShouldBe("4,100 bytes");
    }

    private static Evidence EvidenceOf(string id, (string Factor, string Level) level, params Setting[] settings) => new(
        id, new Dictionary<string, string> { [level.Factor] = level.Level },
        settings.Select(s => s.Observe(new ObservationSource.FactorLevel(level.Factor, level.Level))));
}
