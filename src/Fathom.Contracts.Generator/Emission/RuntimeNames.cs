namespace Fathom.Contracts.Generator.Emission;

/// <summary>The types and members of Fathom.Contracts that generated code refers to.</summary>
internal static class RuntimeNames
{
    public const string Runtime = "global::Fathom.Contracts.Serialization.";
    public const string Measure = Runtime + "ContractMeasure";
    public const string Writer = Runtime + "ContractWriter";
    public const string Reader = Runtime + "ContractReader";
    public const string Size = Runtime + "FieldSize";
    public const string Fault = Runtime + "ContractThrowHelper";
    public const string UnknownFields = Runtime + "UnknownFields";
    public const string ProtoFiles = "global::Fathom.Contracts.Proto.ProtoFiles";
    public const string Generic = "global::System.Collections.Generic.";

    /// <summary>The C# field that holds unknown fields. The prefix avoids a collision with a member in user code.</summary>
    public const string Unknown = "__unknownFields";
}
