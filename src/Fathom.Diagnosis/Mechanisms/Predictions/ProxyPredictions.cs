using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>What calls at once past a proxy take over those through it, where the service answers at its own address.</summary>
internal static class ProxyPredictions
{
    /// <summary>What they wait for is the server's: they take about as long.</summary>
    public static Prediction WaitsForServer { get; } = new(Contrast.PastProxy, 0.7, 1.5, "it is the server's, not the proxy's");

    /// <summary>It is the proxy's: they take less, as far as the server has no limit of its own.</summary>
    public static Prediction WaitsForProxy { get; } =
        new(Contrast.PastProxy, double.NegativeInfinity, 0.85, "past the proxy there is no such limit");
}
