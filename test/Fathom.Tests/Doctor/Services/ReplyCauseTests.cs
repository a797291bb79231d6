using Fathom.Diagnosis.Causes.CompressionMisuse;
using Fathom.Diagnosis.Causes.StreamWindowBoundDownload;
using Fathom.Doctor.Services;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor.Services;

/// <summary>Replies that take longer than they must: compressed for nothing, or through a small window.</summary>
public sealed class ReplyCauseTests
{
    private static readonly CompressionMisuseCause Compression = new();
    private static readonly StreamWindowBoundDownloadCause Window = new();

    private static readonly Setting[] Compressed =
    [
        CompressionQuantities.Codec.Is("gzip"), ServiceQuantities.ReplyBytes.Is(1_050_000), ServiceQuantities.PlainReplyBytes.Is(1_048_576),
        ServiceQuantities.CallTime.Is(30), ServiceQuantities.PlainCallTime.Is(3),
    ];

    private static readonly Setting[] Windowed =
    [
        ServiceQuantities.ReplyBytes.Is(1_048_576), ServiceQuantities.PingTime.Is(50), TransferQuantities.ClientWindow.Is(65_535),
        ServiceQuantities.CallTime.Is(860), PathQuantities.LargeWindowCallTime.Is(60), LinkQuantities.BytesPerRoundTrip.Is(65_535),
    ];

    [Fact]
    public void A_codec_that_costs_more_than_its_bytes_is_proven_by_identity()
    {
        var seen = ServiceEvidence.With(Compressed);
        Compression.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        ServiceEvidence.Judge(Compression, seen, ServiceQuantities.AcceptedEncodings.Is("identity"), ServiceQuantities.CallTime, 30, 3)
            .ShouldNotBeNull().Claim.ShouldContain("a call takes 30 ms, and 3 ms where the caller accepts no compression");
    }

    [Fact]
    public void A_codec_that_a_server_uses_whatever_its_caller_accepts_is_suspected_by_its_time_here_and_not_tried()
    {
        var seen = ServiceEvidence.With([
            .. Compressed, ServiceQuantities.ReplyBytes.Is(1_048_576), ServiceQuantities.PlainCallTime.Is(30),
            ServiceQuantities.VainCodecTime.Is(24),
        ]);
        var screening = Compression.ScreenService(seen)!;
        (screening.IsSuspected, screening.Share).ShouldBe((true, 0.8));
        screening.Evidence.ShouldContain("compressing as many random bytes takes this machine 24 ms");
        ServiceChanges.Changing(seen, Compression.ProvenBy).ShouldBeNull();
    }

    [Fact]
    public void A_server_that_compresses_nothing_is_cleared() =>
        Compression.ScreenService(ServiceEvidence.With())!.Evidence.ShouldBe("the server compresses no reply (100 bytes)");

    [Fact]
    public void A_window_per_round_trip_is_proven_by_a_larger_one_and_predicted()
    {
        var seen = ServiceEvidence.With(Windowed);
        Window.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        Judge(seen)!.Model!.Predicted.ShouldBe(850, 1);
    }

    [Fact]
    public void A_plateau_that_is_not_the_window_is_another_cause() =>
        Judge(ServiceEvidence.With([.. Windowed.SkipLast(1), LinkQuantities.BytesPerRoundTrip.Is(4_096)])).ShouldBeNull();

    [Fact]
    public void A_reply_that_fits_into_the_first_window_is_cleared() =>
        Window.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();

    private static Fathom.Diagnosis.Causes.Conclusion? Judge(Evidence seen) => ServiceEvidence.Judge(Window, seen,
        TransferQuantities.ClientWindow.Is(16 << 20), ServiceQuantities.CallTime, 860, 60);
}
