using Fathom.Lab.Observations;

namespace Fathom.Lab.Interventions;

/// <summary>
/// One change around a program, never in it: a variable of its environment. Names what it changes, sets the quantity by which a cause is
/// proven, and decides from what was seen whether it took effect. Stateless.
/// </summary>
public abstract class Intervention
{
    /// <summary>Name of the factor that it changes, for records: lower case with underscores.</summary>
    public abstract string Factor { get; }

    /// <summary>The variable.</summary>
    public abstract string Variable { get; }

    /// <summary>Its value.</summary>
    public abstract string Value { get; }

    /// <summary>What the value means, for sentences.</summary>
    public abstract string To { get; }

    /// <summary>What is so without it, for sentences.</summary>
    public virtual string From => "default";

    /// <summary>The quantity that it sets, by which it proves causes.</summary>
    public abstract Setting Sets { get; }

    /// <summary>Whether it took effect.</summary>
    /// <param name="before">The program without it.</param>
    /// <param name="after">The program with it.</param>
    /// <returns>Why it did not; null where it did.</returns>
    public abstract string? WhyWithoutEffect(Evidence before, Evidence after);

    /// <summary>As a user writes it: <c>VARIABLE=VALUE</c>.</summary>
    public override string ToString() => $"{Variable}={Value}";
}
