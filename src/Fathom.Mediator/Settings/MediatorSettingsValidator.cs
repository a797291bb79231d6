using Microsoft.Extensions.Options;

namespace Fathom.Mediator.Settings;

/// <summary>Validates the settings for Microsoft.Extensions.Options, with all faults.</summary>
internal sealed class MediatorSettingsValidator : IValidateOptions<MediatorSettings>
{
    public ValidateOptionsResult Validate(string? name, MediatorSettings options)
    {
        _ = NodePlanner.Plan(options, out var faults);
        return faults.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(faults);
    }
}
