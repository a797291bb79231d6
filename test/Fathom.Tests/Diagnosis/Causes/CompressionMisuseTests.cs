using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.CompressionMisuse;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class CompressionMisuseTests
{
    [Fact]
    public void Random_bytes_that_are_compressed_cost_processor_time_for_nothing() => Judge(savings: 0)!.Claim.ShouldBe(
        "gzip on random saves 0 % and costs the server 45 ms of processor time per download in place of 3 ms.");

    [Theory]
    [InlineData(1.9, true)]
    [InlineData(2, false)]
    public void Two_percent_saved_are_no_misuse(double savings, bool claimed) => (Judge(savings) is not null).ShouldBe(claimed);

    [Fact]
    public void A_difference_that_is_not_supported_proves_nothing() => Judge(savings: 0, supported: false).ShouldBeNull();

    [Fact]
    public void A_change_to_another_codec_proves_nothing() => Judge(savings: 0, to: "lz4").ShouldBeNull();

    private static Conclusion? Judge(double savings, bool supported = true, string? to = null)
    {
        var with = EvidenceOf("gzip", 45_000, CompressionQuantities.Savings.Is(savings));
        var without = EvidenceOf(to, 3_000);
        return new CompressionMisuseCause().Judge(new(with, without, new FactorChange("compression", "gzip", to ?? "none",
            [CompressionQuantities.Codec]), CallQuantities.ServerCpu, new PairDifference(new Estimate(15, 14, 16), 0.004, supported, ""),
                1));
    }

    private static Evidence EvidenceOf(string? codec, double cpu, params Setting[] measured)
    {
        Setting[] set = [CallQuantities.PayloadKind.Is("random"), .. codec is null ? [] : new[] { CompressionQuantities.Codec.Is(codec) }];
        return new("t01", new Dictionary<string, string>(),
        [
            .. set.Select(s => s.Observe(new ObservationSource.FactorLevel(s.Of.Id, ((Setting<string>)s).Value))),
            .. measured.Append(CallQuantities.ServerCpu.Is(cpu)).Select(s => s.Observe(new ObservationSource.Replicates(s.Of.Id))),
        ]);
    }
}
