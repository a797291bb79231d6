using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Interventions;

/// <summary>
/// One change around a program, never in it: of its environment, its network or its processors. Names what it changes, sets the quantity by
/// which a cause is proven, and decides from what was seen whether it took effect. Stateless.
/// </summary>
/// <param name="factor">Name of the factor that it changes, for records: lower case with underscores.</param>
/// <param name="variable">What is changed, in records: the variable of the environment, where it is one.</param>
/// <param name="value">Its value.</param>
/// <param name="to">What the value means, for sentences.</param>
/// <param name="from">What is so without it, for sentences.</param>
public abstract class Intervention(string factor, string variable, string value, string to, string from = "default")
{
    /// <summary>Name of the factor that it changes, for records: lower case with underscores.</summary>
    public string Factor { get; } = factor;

    /// <summary>What is changed, in records: the variable of the environment, where it is one.</summary>
    public string Variable { get; } = variable;

    /// <summary>Its value.</summary>
    public string Value { get; } = value;

    /// <summary>What the value means, for sentences.</summary>
    public string To { get; } = to;

    /// <summary>What is so without it, for sentences.</summary>
    public string From { get; } = from;

    /// <summary>The variables of the environment that it sets.</summary>
    public virtual IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string> { [Variable] = Value };

    /// <summary>Whether it makes the program slower: by how much says what the program waits for.</summary>
    public virtual bool Slows => false;

    /// <summary>The quantity that it sets, by which it proves causes.</summary>
    public abstract Setting Sets { get; }

    /// <summary>The change as it fits a program.</summary>
    /// <param name="seen">What was seen of the program.</param>
    /// <returns>Null where there is nothing to change.</returns>
    public virtual Intervention? Fit(Evidence seen) => this;

    /// <summary>Makes what is set around a run beside its environment.</summary>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="RunEnvironmentException">This machine or user cannot make it.</exception>
    public virtual Task<RunEnvironment> PrepareAsync(CancellationToken cancellation) => Task.FromResult(new RunEnvironment());

    /// <summary>Whether it took effect.</summary>
    /// <param name="before">The program without it.</param>
    /// <param name="after">The program with it.</param>
    /// <returns>Why it did not; null where it did.</returns>
    public abstract string? WhyWithoutEffect(Evidence before, Evidence after);

    /// <summary>As a user writes it: <c>VARIABLE=VALUE</c>.</summary>
    public override string ToString() => $"{Variable}={Value}";
}
