using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>
/// No certificates of the system: the folder and the file from which OpenSSL takes them are empty (SSL_CTX_set_default_verify_paths(3)).
/// Each chain that .NET builds on Linux is given all of them, and reading them takes about 60 ms once. A program that needs them for what
/// it calls fails without, and is not compared.
/// </summary>
public sealed class WithoutSystemRoots()
    : Intervention("system_roots", $"{Folder}= {File}", value: "", to: "no certificates of the system", from: "those of the system")
{
    private const string Folder = "SSL_CERT_DIR";
    private const string File = "SSL_CERT_FILE";

    // Samples of stacks differ by a few percent from run to run.
    private const double MinSaved = 0.1;

    // A watch misses the first calls, of one run more than of another: 929 to 971 of 1,000 were seen. Where the system's certificates are
    // needed, all fail.
    private const double MinCalls = 0.75;

    // A connection that fails throws several times, and each call on it does. A watch sees the exceptions of a program's start in one run
    // and misses them in another: 2 more were seen of a program that needs no certificates of the system.
    private const double MinExceptions = 5;
    private const double MinOfCalls = 0.1;

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Environment { get; } =
        new Dictionary<string, string> { [Folder] = "", [File] = "" };

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.SystemRoots.Is("none");

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        Of(WatchQuantities.Exceptions, after) - Of(WatchQuantities.Exceptions, before) is var more
            && more >= Math.Max(MinExceptions, MinOfCalls * Of(WatchQuantities.Exchanges, before))
            ? $"the program threw {FigureText.Whole(more)} more exceptions: it needs the certificates of the system"
        : Of(WatchQuantities.Exchanges, after) < MinCalls * Of(WatchQuantities.Exchanges, before)
            ? "the program made fewer calls: it needs the certificates of the system"
        : (TimeOn(before), TimeOn(after)) is var (all, left) && left > (1 - MinSaved) * all
            ? $"a thread still spent {FigureText.Duration(left)} on certificates, and {FigureText.Duration(all)} with those of the system"
        : null;

    private static double Of(Quantity<double> quantity, Evidence seen) => seen.Find(quantity)?.Value ?? 0;

    private static double TimeOn(Evidence seen) => Of(WatchQuantities.CertificateShare, seen) * Of(WatchQuantities.Watched, seen);
}
