using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CipherCost;

/// <summary>
/// <c>cipher-cost</c>: encrypting and decrypting take a share of the processor time of a large message. Proven by the same without TLS,
/// which shows the cost of the cipher and of nothing else: what remains without it is stated beside it, as a number of copies in memory
/// that take as long.
/// </summary>
public sealed class CipherCostCause() : Cause(Name, provenBy: [CallQuantities.Security])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "cipher-cost";

    private const double MinBytes = 1 << 20;

    private const string Fix = """
        // fewer bytes to encrypt: compress where it pays (compression-pays-below);
        // where the line itself is protected, no TLS on it
        using var channel = GrpcChannel.ForAddress("http://10.0.0.2:5000");
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CallQuantities.PayloadBytes, CallQuantities.ClientCpu, CallQuantities.ServerCpu, ProcessQuantities.CopyRate];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var size = comparison.Baseline.Value(CallQuantities.PayloadBytes);
        if (size < MinBytes || CpuOf(comparison.Baseline) is not { } with || CpuOf(comparison.Counterfactual) is not { } without
            || with <= without)
        {
            return null;
        }

        // Twice the size: the payload travels both ways.
        var copies = without * comparison.Baseline.Value(ProcessQuantities.CopyRate) / (2 * size);
        var claim = $"The cipher takes {FigureText.Number(100 * (with - without) / with)} % of the processor time of a message of "
            + $"{FigureText.Size(size)}: both processes need {FigureText.DurationOfMicroseconds(with)} for it, and "
            + $"{FigureText.DurationOfMicroseconds(without)} with {comparison.Change.ToWords} and nothing else changed. What remains takes "
            + $"as long as {FigureText.Number(copies)} copies of each byte in memory; no pair shows what it consists of.";
        return new Conclusion(claim, Fix);
    }

    private static double? CpuOf(Evidence evidence) =>
        evidence.Find(CallQuantities.ClientCpu)?.Value + evidence.Find(CallQuantities.ServerCpu)?.Value;
}
