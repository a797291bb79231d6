namespace Fathom.Mediator.Messages;

/// <summary>Keeps a handler from being registered with its assembly: it is registered by hand where it is wanted, or not at all.</summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class ManualRegistrationAttribute : Attribute;
