namespace Fathom.Contracts.Generator.Emission;

/// <summary>What generated code refers to.</summary>
internal static class RuntimeNames
{
    public const string Runtime = "global::Fathom.Contracts.Serialization.";
    public const string Measure = Runtime + "ContractMeasure";
    public const string Writer = Runtime + "ContractWriter";
    public const string Reader = Runtime + "ContractReader";
    public const string Size = Runtime + "FieldSize";
    public const string Fault = Runtime + "ContractThrowHelper";
    public const string UnknownFields = Runtime + "UnknownFields";
    public const string Generic = "global::System.Collections.Generic.";

    /// <summary>The field that keeps unknown fields; underscored so that nothing a person wrote is called so.</summary>
    public const string Unknown = "__unknownFields";
}
