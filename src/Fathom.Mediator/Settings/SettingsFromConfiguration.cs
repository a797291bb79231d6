using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;

namespace Fathom.Mediator.Settings;

/// <summary>Fills the settings from a configuration.</summary>
internal sealed class SettingsFromConfiguration(IConfiguration configuration) : IConfigureOptions<MediatorSettings>
{
    public void Configure(MediatorSettings options) => SettingsReader.Read(configuration, options);
}
