namespace Fathom.Contracts;

/// <summary>Says more of a method of a service, which needs none of it. <c>[OperationContract]</c> is understood as well.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
public sealed class OperationAttribute : Attribute
{
    /// <summary>The method's gRPC name; its C# name without <c>Async</c> at the end when left out.</summary>
    public string? Name { get; set; }
}
