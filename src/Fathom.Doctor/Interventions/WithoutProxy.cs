using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Interventions;

/// <summary>No proxy: the variables that name one are empty.</summary>
public sealed class WithoutProxy : Intervention
{
    private readonly IReadOnlyList<string> _variables;

    /// <summary>The change before it is fitted to a program.</summary>
    public WithoutProxy()
        : this(["https_proxy"])
    {
    }

    private WithoutProxy(IReadOnlyList<string> variables)
        : base("proxy", string.Join("= ", variables), value: "", to: "no proxy", from: "that of the environment") =>
        _variables = variables;

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Environment => _variables.ToDictionary(v => v, _ => "");

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.ProxyVariables.Is("");

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen) =>
        seen.Find(WatchQuantities.ProxyVariables) is { Value: { Length: > 0 } variables } ? new WithoutProxy(variables.Split(' ')) : null;

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        ConnectionWait.Remaining(WatchQuantities.ProxyTime, before, after);
}
