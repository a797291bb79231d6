using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>certificate-per-call</c>: every sender loads its certificates anew: files are read, keys derived from a password, a chain is built.
/// Proven by loading them once; seen in the time that senders spend on it.
/// </summary>
public sealed class CertificatePerCallRule : IFindingRule
{
    private const string Prelude = "prelude_us_per_message";
    private const string Formula = "time on certificates per message where senders go one by one, else that and the rest over the "
        + "number of processors";

    private const string Fix = """
        // once, and for all connections
        private static readonly X509Certificate2 Certificate = X509CertificateLoader.LoadPkcs12FromFile(path, password);
        private static readonly GrpcChannel Channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = HandlerWith(Certificate) });
        """;

    /// <inheritdoc/>
    public string Id => "certificate-per-call";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported
            || pair.InBaseline(Prelude) is not { } loading || pair.InCounterfactual(Prelude) is not { } loaded || loading < 10 * loaded
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast)
        {
            return null;
        }

        var claim = $"Every message pays {Say.Number(loading)} us for certificates that are loaded from files and a chain that is "
            + $"built: {Say.Number(1e6 / slow)} messages a second, and "
            + $"{Say.Number(1e6 / fast)} with certificates loaded once and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = pair.Baseline.Factors.GetValueOrDefault("lock") == "global"
                ? new ModelCheck(Formula, Math.Round(loading, 1), slow, pair.Metric.Unit) : null,
        };
    }
}
