namespace Fathom.Mediator.Messages;

/// <summary>Excludes a handler from the registration of its assembly. Register it by hand, with <c>MediatorBuilder</c>.</summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class ManualRegistrationAttribute : Attribute;
