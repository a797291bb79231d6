using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CompressionMisuse;

/// <summary>
/// <c>compression-misuse</c>: processor time goes into compressing what does not become smaller. Proven by the same downloads without
/// compression; visible in the bytes, which are as many.
/// </summary>
public sealed class CompressionMisuseCause() : Cause(Name, provenBy: [CompressionQuantities.Codec, ServiceQuantities.AcceptedEncodings])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "compression-misuse";

    // In percent: no line makes smaller savings worth their time.
    private const double MinSavings = 2;

    private const string Fix = """
        // what is compressed already (images, archives, encrypted or random bytes) goes as it is, message by message:
        responseStream.WriteOptions = new WriteOptions(WriteFlags.NoCompress);
        // or for good
        services.AddGrpc(options => options.ResponseCompressionAlgorithm = null);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CompressionQuantities.Codec, CompressionQuantities.Savings, CallQuantities.PayloadKind, CallQuantities.ServerCpu];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [WatchQuantities.CompressionShare];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
    [
        ServiceQuantities.CallTime, ServiceQuantities.PlainCallTime, ServiceQuantities.ReplyBytes, ServiceQuantities.PlainReplyBytes,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (bytes, plain) = (seen.Value(ServiceQuantities.ReplyBytes), seen.Value(ServiceQuantities.PlainReplyBytes));
        if (seen.Find(CompressionQuantities.Codec) is not { Value: var codec })
        {
            return Screening.RuleOut($"the server compresses no reply ({FigureText.Whole(bytes)} bytes)");
        }

        var (with, without) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.PlainCallTime));
        if (seen.Find(ServiceQuantities.VainCodecTime) is { Value: var vain })
        {
            var cost = CodecTime.Share(seen);
            var seenOfIt = $"the server compresses whatever the caller accepts: its replies name {codec} although identity alone is "
                + $"accepted, and their {FigureText.Whole(bytes)} bytes do not become fewer. A call takes {FigureText.Duration(with)}; "
                + $"compressing as many random bytes takes this machine {FigureText.Duration(vain)}";
            return cost < Screening.MinShare ? Screening.RuleOut(seenOfIt)
                : Screening.Suspected(cost, seenOfIt, Fix, "the same calls of a server that does not compress");
        }

        var figures = $"{codec} makes {FigureText.Whole(bytes)} bytes of {FigureText.Whole(plain)}, and a call takes "
            + $"{FigureText.Duration(with)} with it and {FigureText.Duration(without)} without";
        return 1 - (without / with) < Screening.MinShare
            ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (without / with), figures, Fix, "the same calls with grpc-accept-encoding: identity");
    }

    /// <inheritdoc/>
    protected override Conclusion? ProveProbed(Comparison comparison)
    {
        var seen = comparison.Baseline;
        if (seen.Find(CompressionQuantities.Codec) is not { Value: var codec })
        {
            return null;
        }

        var saved = 100 * (1 - (seen.Value(ServiceQuantities.ReplyBytes) / Math.Max(1, seen.Value(ServiceQuantities.PlainReplyBytes))));
        return new Conclusion(
            $"{codec} saves {(saved < MinSavings ? "nothing" : $"{FigureText.Number(saved)} %")} of a reply and costs more time than its "
                + "bytes over this path: a call takes "
                + $"{FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} where the caller accepts no "
                + "compression and nothing else is changed.", Fix);
    }

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var share = seen.Value(WatchQuantities.CompressionShare);
        var time = $"{FigureText.Number(100 * share)} % of the time a thread compressed or decompressed";
        return share < Screening.MinShare
            ? Screening.RuleOut(time)
            : Screening.Suspected(
                share,
                time + (seen.Find(WatchQuantities.CompressionAt) is { Value: var place } ? $", mostly below {place}" : ""),
                Fix,
                "the same messages without compression (WriteFlags.NoCompress, or grpc-accept-encoding: identity)");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var (with, without) = (comparison.Baseline, comparison.Counterfactual);
        var savings = with.Value(CompressionQuantities.Savings);
        if (without.Has(CompressionQuantities.Codec) || savings >= MinSavings
            || without.Find(CallQuantities.ServerCpu) is not { Value: var needed })
        {
            return null;
        }

        var spent = with.Value(CallQuantities.ServerCpu);
        var claim = $"{with.Get(CompressionQuantities.Codec).Text} on {with.Get(CallQuantities.PayloadKind).Words} saves "
            + $"{FigureText.Number(savings)} % and costs the server {FigureText.Duration(spent / 1000)} of processor time "
            + $"per download in place of {FigureText.Duration(needed / 1000)}"
            + (with.Find(CompressionQuantities.DownloadTime) is { Value: var slow }
                && without.Find(CompressionQuantities.DownloadTime) is { Value: var fast }
                ? $"; a download takes {FigureText.Duration(slow)} and {FigureText.Duration(fast)}."
                : ".");
        return new Conclusion(claim, Fix);
    }
}
