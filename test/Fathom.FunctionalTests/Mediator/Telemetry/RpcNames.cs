namespace Fathom.FunctionalTests.Mediator.Telemetry;

/// <summary>Names of the RPCs that handle the messages of these tests.</summary>
internal static class RpcNames
{
    /// <summary>The package of their services, with the dot after it.</summary>
    public const string Package = "Fathom.FunctionalTests.Mediator.";
}
