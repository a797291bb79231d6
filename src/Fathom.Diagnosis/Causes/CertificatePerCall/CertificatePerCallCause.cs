using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CertificatePerCall;

/// <summary>
/// <c>certificate-per-call</c>: every message loads its certificates anew. Files are read, keys are derived from a password, a chain is
/// built. Proven by loading them once; visible in the time that senders spend on it.
/// </summary>
public sealed class CertificatePerCallCause() : Cause(Name, provenBy: [ProcessQuantities.CertificatePerCall, WatchQuantities.SystemRoots])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "certificate-per-call";

    // The counterfactual must spend a tenth or less.
    private const double MinReduction = 10;

    private const string Account = "time on certificates per message, measured in the same run: senders go one by one, so that it is the "
        + "time per message but for the rest of a message";

    private const string Fix = """
        // once, and for all connections
        private static readonly X509Certificate2 Certificate = X509CertificateLoader.LoadPkcs12FromFile(path, password);
        private static readonly GrpcChannel Channel = GrpcChannel.ForAddress(address,
            new GrpcChannelOptions { HttpHandler = HandlerWith(Certificate) });
        """;

    private const string ProgramFix = Fix + """

        // where your own authority signs, a chain needs no other
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.Add(authority);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [ProcessQuantities.CertificateTime];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [WatchQuantities.CertificateShare];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var share = seen.Value(WatchQuantities.CertificateShare);
        var time = $"{FigureText.Number(100 * share)} % of the time a thread loaded certificates or built chains";
        return share < Screening.MinShare
            ? Screening.RuleOut(time)
            : Screening.Suspected(
                share,
                time + (seen.Find(WatchQuantities.CertificateAt) is { Value: var place } ? $", mostly in {place}" : ""),
                ProgramFix,
                "certificates loaded once, in the code");
    }

    /// <inheritdoc/>
    /// <remarks>What the environment can change is a part: the certificates of the system, which every chain is given.</remarks>
    protected override Conclusion? ProveProgram(Comparison comparison)
    {
        var share = comparison.Baseline.Value(WatchQuantities.CertificateShare);
        return comparison.Counterfactual.Find(WatchQuantities.CertificateShare) is null ? null : new Conclusion(
            $"{FigureText.Number(100 * share)} % of the time a thread loads certificates or builds chains. Every chain is built from all "
                + $"certificates that the system trusts: {FigureText.Duration(comparison.Before)}, and "
                + $"{FigureText.Duration(comparison.After)} with none of them and nothing else changed. Loading certificates once saves "
                + "that part and the rest.",
            ProgramFix);
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var loading = comparison.Baseline.Value(ProcessQuantities.CertificateTime);
        if (comparison.Counterfactual.Find(ProcessQuantities.CertificateTime) is not { Value: var loaded }
            || loading < MinReduction * loaded)
        {
            return null;
        }

        var claim = $"Every message pays {FigureText.DurationOfMicroseconds(loading)} for certificates that are loaded from files and a "
            + $"chain that is built: {FigureText.Number(1e6 / comparison.Before)} messages a second, and "
            + $"{FigureText.Number(1e6 / comparison.After)} with certificates loaded once and nothing else changed.";
        return new Conclusion(claim, Fix)
        {
            Model = comparison.Baseline.Is(ProcessQuantities.SendersShareLock) ? comparison.Account(Account, loading) : null,
        };
    }
}
