using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>A setting of how the runtime compiles methods when they are first called. It has an effect where the program's own settings
/// are others.</summary>
/// <param name="variable">The variable.</param>
/// <param name="value">Its value.</param>
/// <param name="to">What the value means, for sentences.</param>
public sealed class CompilationSetting(string variable, string value, string to)
    : Intervention("compilation", variable, value: value, to: to, from: "the program's own")
{
    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.Compilation.Is(To);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) => CompiledWork.IsOther(before, after) ? null
        : after.Find(WatchQuantities.MethodsCompiled) is { Value: var methods }
            ? $"the runtime still compiled {FigureText.Whole(methods)} methods"
            : "the program ended before what the runtime compiles was seen";
}
