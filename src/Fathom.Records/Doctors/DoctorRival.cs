using System.Text.Json.Serialization;

namespace Fathom.Records.Doctors;

/// <summary>A way in which calls at once may lose time on a server, and what became of it when its predictions were compared with
/// measurements.</summary>
/// <param name="Cause">Id of the cause that it belongs to.</param>
/// <param name="Name">What it is, as a noun phrase.</param>
/// <param name="Became">What became of it.</param>
public sealed record DoctorRival(string Cause, string Name, RivalFate Became)
{
    /// <summary>Why the server cannot have it, as a clause; null where it can.</summary>
    public string? Why { get; init; }

    /// <summary>Its predictions that were compared, in the order of the experiments; empty where it was impossible.</summary>
    public IReadOnlyList<DoctorPrediction> Predictions { get; init => field = value ?? []; } = [];

    /// <summary>The prediction that a measurement rejected; null where none did.</summary>
    [JsonIgnore]
    public DoctorPrediction? Rejected => Predictions.FirstOrDefault(p => p.IsRejected);

    /// <summary>The prediction that shows it: met, where nothing that waits would be elsewhere; null where none was seen.</summary>
    [JsonIgnore]
    public DoctorPrediction? Sign => Predictions.FirstOrDefault(p => p.IsSign);
}

/// <summary>What became of a rival.</summary>
public enum RivalFate
{
    /// <summary>It alone is left, and its sign was seen.</summary>
    Found,

    /// <summary>Nothing rejected it.</summary>
    Possible,

    /// <summary>A measurement rejected one of its predictions.</summary>
    Rejected,

    /// <summary>The server cannot have it.</summary>
    Impossible,
}

/// <summary>A prediction beside what was measured.</summary>
/// <param name="Experiment">Id of the experiment that measured it; empty where it was read before the experiments.</param>
/// <param name="Contrast">Id of the quantity by which rivals are told apart.</param>
/// <param name="Text">What that is, as a noun phrase.</param>
/// <param name="Why">Why this was predicted, as a clause.</param>
/// <param name="Values">What was measured, a value for each round.</param>
/// <param name="Measured">Median of the values.</param>
/// <param name="PValue">Probability of such values if the prediction holds (sign test, or permutation test of spreads).</param>
public sealed record DoctorPrediction(
    string Experiment, string Contrast, string Text, string Why, IReadOnlyList<double> Values, double Measured, double PValue)
{
    /// <summary>Least predicted value; null where there is none.</summary>
    public double? Low { get; init; }

    /// <summary>Largest predicted value; null where there is none.</summary>
    public double? High { get; init; }

    /// <summary>The value where nothing holds calls up; null where that depends on the service.</summary>
    public double? Neutral { get; init; }

    /// <summary>Whether the values reject it, at the level that all predictions of the rival share.</summary>
    public bool IsRejected { get; init; }

    /// <summary>Whether it was met, and what nothing at work would give was rejected.</summary>
    public bool IsSign { get; init; }
}
