using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>compression-misuse</c>: processor time spent on compressing what does not become smaller. Proven by the same downloads without
/// compression; seen in the bytes, which are as many.
/// </summary>
public sealed class CompressionMisuseRule : IFindingRule
{
    /// <summary>The metric it compares: processor time of the server per download.</summary>
    public const string ServerCpu = "server_cpu_us_per_call";

    // Savings that no line makes worth their time.
    private const double LeastSavings = 2;

    private const string Fix = """
        // what is compressed already (images, archives, encrypted or random bytes) goes as it is, message by message:
        responseStream.WriteOptions = new WriteOptions(WriteFlags.NoCompress);
        // or for good
        services.AddGrpc(options => options.ResponseCompressionAlgorithm = null);
        """;

    /// <inheritdoc/>
    public string Id => "compression-misuse";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported || pair.Changed.To != CompressionPaysBelowRule.None
            || pair.InBaseline(CompressionPaysBelowRule.Savings) is not { } savings || savings >= LeastSavings
            || pair.InBaseline(ServerCpu) is not { } spent || pair.InCounterfactual(ServerCpu) is not { } needed)
        {
            return null;
        }

        var claim = $"{pair.Changed.From} on the payload '{pair.Baseline.Factors["payload"]}' saves {Say.Number(savings)} % and costs "
            + $"the server {Say.Duration(spent / 1000)} of processor time "
            + $"per download in place of {Say.Duration(needed / 1000)}"
            + (pair.InBaseline(CompressionPaysBelowRule.DownloadMs) is { } slow
                && pair.InCounterfactual(CompressionPaysBelowRule.DownloadMs) is { } fast
                ? $"; a download takes {Say.Duration(slow)} and {Say.Duration(fast)}."
                : ".");
        return pair.Finding(Id, claim, Fix);
    }
}
