package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// checkInside checks whether a stage may be inside the one that is being read.
func (p *stageParser) checkInside(s *Stage) error {
	switch {
	case p.inside == "$lookup" && s.NotInSubPipeline:
		return errcode.New(51047, "%s is not allowed within a $lookup's sub-pipeline", s.Name)
	case p.inside == "$unionWith" && s.NotInSubPipeline:
		return errcode.New(31441, "%s is not allowed within a $unionWith's sub-pipeline", s.Name)
	case p.isInFacet && s.NotInFacet:
		return errcode.New(40600, "%s is not allowed to be used within a $facet stage", s.Name)
	}
	return nil
}

// checkPlaces checks the places of stages in the pipeline.
func (p *stageParser) checkPlaces(stages []parsedStage) error {
	if err := checkChangeStream(stages); err != nil {
		return err
	}
	for i, s := range stages {
		if s.of.Place == First && i > 0 {
			return errcode.New(40602, "%s is only valid as the first stage in a pipeline", s.of.Name)
		}
		if s.of.Place == Last && i < len(stages)-1 {
			return errcode.New(40601, "%s can only be the final stage in the pipeline", s.of.Name)
		}
	}
	if p.inside == "" && p.Collection != "" && len(stages) > 0 && stages[0].isDocuments() {
		return errcode.New(errcode.InvalidNamespace, "'$documents' can only be run with {aggregate: 1}")
	}
	return nil
}

// CheckUpdate checks that a stage may be in a pipeline which changes one document.
// $fill may be if it fills by values: it is an $addFields then.
func CheckUpdate(stage bson.E) error {
	if StageOf(stage.Key).InUpdate || stage.Key == fillStage.Name && fillsByValues(stage.Value) {
		return nil
	}
	return errcode.New(errcode.InvalidOptions, "%s is not allowed to be used within an update", stage.Key)
}

func fillsByValues(spec any) bool {
	d, _ := spec.(bson.D)
	output, _ := value.Get(d, "output").(bson.D)
	methods, _, err := fillOutput(output)
	return err == nil && len(methods) == 0
}

// markSlotBased marks the groupings at the head of a pipeline, which the server
// runs in its slot-based engine: that has other errors for a division by zero, and
// its $min and $max keep the last of equal values.
func markSlotBased(stages []parsedStage) {
	for i, s := range stages {
		if s.of.canPrecedeSlotBased {
			continue
		}
		if s.grouping == nil {
			return
		}
		s.grouping.isSlotBased = true
		// Stages built on $group sort its groups afterwards.
		s.grouping.handsOver = s.of != groupStage || i+1 < len(stages) && stages[i+1].grouping == nil
		for _, f := range s.grouping.fields {
			f.by.SlotBased()
		}
	}
}
